import { Injectable } from '@nestjs/common';
import { invalidList, listDisabled, listForbidden, listGrouped, listLinked } from './lists.errors.js';
import { type ListForUser, type ListPart, ListsRepository } from './lists.repository.js';

/** What a suppression file is made of besides the opt-outs themselves. */
export interface GlobalList {
  /** Undefined while there is no global list. */
  listId?: string;
  suppressedDomains: string[];
  /** When the list became the global one. */
  since: Date;
}

/** Lists as those who use them see them. */
@Injectable()
export class ListsService {
  constructor(private readonly repository: ListsRepository) {}

  /** The list, if the user may download it. @throws the refusals of lists.errors */
  async forDownload(userId: string, listId: string): Promise<ListForUser> {
    const list = await this.repository.findForUser(listId, userId);
    if (!list) throw invalidList();
    if (!list.usable) throw listDisabled();
    if (!list.granted) throw listForbidden();
    return list;
  }

  /** The list, if the user may add to it. In the order in which the collect service refuses. @throws the refusals of lists.errors */
  async forUpload(userId: string, listId: string): Promise<ListForUser> {
    const list = await this.repository.findForUser(listId, userId);
    if (!list) throw invalidList();
    if (!list.usable) throw listDisabled();
    if (list.kind === 'grouped') throw listGrouped();
    if (list.kind === 'linked') throw listLinked();
    if (!list.granted) throw listForbidden();
    return list;
  }

  /** Whatever its state; undefined if there never was such a list. */
  find(listId: string): Promise<Omit<ListForUser, 'granted'> | undefined> {
    return this.repository.find(listId);
  }

  /** The standard lists whose opt-outs make up this one; itself if it is one. */
  parts(listId: string): Promise<ListPart[]> {
    return this.repository.parts(listId);
  }

  /** Sorted by bytes; those of the lists in it are among them. */
  suppressedDomains(listId: string): Promise<string[]> {
    return this.repository.suppressedDomains(listId);
  }

  async global(): Promise<GlobalList> {
    const { listId, ...rest } = await this.repository.global();
    return { ...rest, ...(listId && { listId }) };
  }
}
