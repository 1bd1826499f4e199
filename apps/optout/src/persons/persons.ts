import { Injectable } from '@nestjs/common';
import { type ErasedThing, PersonalData, type StoredThing } from '#auth';
import { optOutKeys } from '../admin/opt-out-keys.js';
import { ListsService } from '../lists/lists.service.js';
import { Erasure, OptOuts } from '../opt-outs/index.js';

/** Persons in opt-out lists. They have said stop, so what is erased is their address, never their opt-out. */
@Injectable()
export class PersonsInLists extends PersonalData {
  constructor(
    private readonly lists: ListsService,
    private readonly optOuts: OptOuts,
    private readonly erasure: Erasure,
  ) {
    super();
  }

  async find(address: string): Promise<StoredThing[]> {
    const { keys, names } = await this.keysOf(address);
    const things: StoredThing[] = (await this.optOuts.find(keys)).map(({ listId, ...fact }) => ({
      what: 'opt-out',
      data: { optoutListId: listId, listName: names.get(listId) ?? '', ...fact },
    }));
    for (const hash of keys) {
      const pages = await this.erasure.pages(hash);
      if (pages > 0) things.push({ what: 'imported address', data: { hash, pages } });
    }
    return things;
  }

  async erase(address: string): Promise<ErasedThing[]> {
    const { keys } = await this.keysOf(address);
    const { collected, pages } = await this.erasure.erase(keys);
    return [
      { what: 'collected address', count: collected },
      { what: 'imported address', count: pages },
    ].filter(({ count }) => count > 0);
  }

  private async keysOf(address: string) {
    const { names, regions } = await this.lists.overview();
    return { names, keys: optOutKeys(address, regions) };
  }
}
