import { Injectable } from '@nestjs/common';
import type { SuppressionRequested } from '#contracts';
import { type GlobalList, ListsService } from '../lists/lists.service.js';
import { formatNotOfList, listNotInUse } from './suppression-refusal.js';
import type { SuppressionSource } from './suppression-source.js';

interface Parts {
  lists: string[];
  /** Since when the youngest of them is part of the whole. */
  since?: Date;
  sha512: boolean;
}

/** Finds out what a wanted file is made from: the list with all that is in it, the global list, and the domains of both. */
@Injectable()
export class SuppressionSources {
  constructor(private readonly lists: ListsService) {}

  /** @throws SuppressionRefusal */
  async find({
    optoutListId,
    format,
    since,
  }: Pick<SuppressionRequested, 'optoutListId' | 'format' | 'since'>): Promise<SuppressionSource> {
    const list = await this.lists.find(optoutListId);
    if (!list?.usable) throw listNotInUse();
    if ((format === 'sha512') !== (list.storage === 'sha512')) throw formatNotOfList(list.storage);
    const own = await this.parts(optoutListId, list.storage);
    const base = { format, keyBytes: own.sha512 ? 64 : 16 } as const;
    if (list.channel === 'sms')
      return { ...base, lists: own.lists, otherKeys: [], domains: [], ...delta(since, [own.since]) };
    const globalList = await this.lists.global();
    const global = await this.globalParts(globalList);
    const domains = await this.domains(optoutListId, globalList);
    const sameKeys = global.lists.length === 0 || global.sha512 === own.sha512;
    return {
      ...base,
      lists: sorted([...own.lists, ...(sameKeys ? global.lists : [])]),
      otherKeys: sameKeys ? [] : global.lists,
      domains: domains.sorted,
      ...delta(since, [own.since, global.since, domains.since]),
    };
  }

  private async globalParts({ listId, since }: GlobalList): Promise<Parts> {
    const list = listId === undefined ? undefined : await this.lists.find(listId);
    if (!list) return { lists: [], since, sha512: false };
    const parts = await this.parts(list.id, list.storage);
    return { ...parts, since: latest([parts.since, since]) };
  }

  private async parts(listId: string, storage: string): Promise<Parts> {
    const parts = await this.lists.parts(listId);
    return {
      lists: sorted(parts.map((part) => part.listId)),
      since: latest(parts.map((part) => part.since)),
      sha512: storage === 'sha512',
    };
  }

  private async domains(listId: string, global: GlobalList): Promise<{ sorted: string[]; since?: Date }> {
    const own = await this.lists.suppressedDomains(listId);
    const ofGlobal = global.listId ? await this.lists.suppressedDomains(global.listId) : { domains: [] };
    const all = new Set([...own.domains, ...ofGlobal.domains, ...global.suppressedDomains]);
    return {
      sorted: [...all].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
      since: latest([own.since, ofGlobal.since]),
    };
  }
}

/**
 * A list that became part of the whole after the watermark brings all of its opt-outs in, and a domain all of its addresses, so then the delta is the whole file: it may hold too much, never too little. Dates know
 * milliseconds where watermarks know microseconds, hence the one that is added.
 */
function delta(since: string | undefined, partsSince: (Date | undefined)[]): { since?: string } {
  if (since === undefined) return {};
  const youngest = latest(partsSince);
  return youngest && youngest.getTime() + 1 > Date.parse(since) ? {} : { since };
}

function latest(dates: (Date | undefined)[]): Date | undefined {
  const times = dates.flatMap((date) => (date ? [date.getTime()] : []));
  return times.length > 0 ? new Date(Math.max(...times)) : undefined;
}

function sorted(ids: string[]): string[] {
  return [...new Set(ids)].sort();
}
