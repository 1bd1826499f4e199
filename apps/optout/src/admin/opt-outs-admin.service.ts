import { Injectable } from '@nestjs/common';
import { invalidRequest } from '#http';
import { ListsService } from '../lists/lists.service.js';
import { OptOuts } from '../opt-outs/index.js';
import type { FoundOptOutsDto } from './find-opt-out.dto.js';
import { optOutKeys } from './opt-out-keys.js';

/** Who opted out, when, and by what: for admins. */
@Injectable()
export class OptOutsAdminService {
  constructor(
    private readonly lists: ListsService,
    private readonly optOuts: OptOuts,
  ) {}

  async find(address: string): Promise<FoundOptOutsDto> {
    const { names, regions } = await this.lists.overview();
    const keys = optOutKeys(address, regions);
    if (keys.length === 0) {
      const detail = 'must be an e-mail address, a phone number or a hash';
      throw invalidRequest('The body is not valid.', [{ pointer: '/address', detail }]);
    }
    const facts = await this.optOuts.find(keys);
    return {
      data: facts
        .map(({ type, listId, ...rest }) => ({
          optoutListId: listId,
          listName: names.get(listId) ?? '',
          collectionType: type,
          ...rest,
        }))
        .sort((a, b) => a.at.getTime() - b.at.getTime()),
    };
  }
}
