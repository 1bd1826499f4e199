import { Injectable } from '@nestjs/common';
import { invalidList, listDisabled, listForbidden, listGrouped, listLinked } from './lists.errors.js';
import {
  type KnownList,
  type ListForUser,
  type ListPart,
  ListsRepository,
  type SuppressedDomains,
} from './lists.repository.js';

/** What a suppression file is made of besides the opt-outs themselves. */
export interface GlobalList {
  /** Undefined while there is no global list. */
  listId?: string;
  suppressedDomains: string[];
  /** When the list became the global one, or the domains changed. */
  since: Date;
}

/** Lists as those who use them see them. */
@Injectable()
export class ListsService {
  constructor(private readonly repository: ListsRepository) {}

  /** The list, if the user may download it. @throws the refusals of lists.errors */
  async forDownload(userId: string, listId: string): Promise<ListForUser> {
    const list = await this.granted(userId, listId);
    if (!list.enabled) throw listDisabled();
    return list;
  }

  /** The list, if the user may add to it. @throws the refusals of lists.errors */
  async forUpload(userId: string, listId: string): Promise<ListForUser> {
    const list = await this.granted(userId, listId);
    if (list.kind === 'grouped') throw listGrouped();
    if (list.kind === 'linked') throw listLinked();
    if (!list.enabled) throw listDisabled();
    return list;
  }

  /** Whatever its state; undefined if there never was such a list. */
  find(listId: string): Promise<KnownList | undefined> {
    return this.repository.find(listId);
  }

  /** The standard lists whose opt-outs make up this one; itself if it is one. */
  parts(listId: string): Promise<ListPart[]> {
    return this.repository.parts(listId);
  }

  /** Sorted by bytes; those of the lists in it are among them. */
  suppressedDomains(listId: string): Promise<SuppressedDomains> {
    return this.repository.suppressedDomains(listId);
  }

  /** Names by id, deleted lists too, and the regions that SMS lists read numbers with. */
  async overview(): Promise<{ names: Map<string, string>; regions: string[] }> {
    const lists = await this.repository.names();
    return {
      names: new Map(lists.map(({ id, name }) => [id, name])),
      regions: [...new Set(lists.flatMap(({ region }) => region ?? []))],
    };
  }

  async global(): Promise<GlobalList> {
    const { listId, ...rest } = await this.repository.global();
    return { ...rest, ...(listId && { listId }) };
  }

  /** Of a foreign list no more is told than that it is foreign; a deleted one has no grants any more. */
  private async granted(userId: string, listId: string): Promise<ListForUser> {
    const list = await this.repository.findForUser(listId, userId);
    if (!list) throw invalidList();
    if (list.deleted) throw listDisabled();
    if (!list.granted) throw listForbidden();
    return list;
  }
}
