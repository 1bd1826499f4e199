import { Injectable } from '@nestjs/common';
import { ListsService } from '../lists/lists.service.js';
import { type KeyBytes, type OptOutSnapshot, OptOuts } from '../opt-outs/index.js';
import { listNotInUse } from '../suppression-files/suppression-refusal.js';
import { SuppressionSources } from '../suppression-files/suppression-sources.js';
import type { EntryKind } from './entry-reader.js';

/** What a mailing list is compared with. */
export interface OpenedLists {
  kind: EntryKind;
  /** Lists with keys of one kind each; the first are there whether or not they hold anybody. */
  sides: { keyBytes: KeyBytes; snapshot: OptOutSnapshot }[];
}

/** Opens all that a suppression file of the list would be made from: the list, the global list, the domains of both. */
@Injectable()
export class CleansingSources {
  constructor(
    private readonly lists: ListsService,
    private readonly sources: SuppressionSources,
    private readonly optOuts: OptOuts,
  ) {}

  /** @throws SuppressionRefusal */
  async open<T>(optoutListId: string, work: (opened: OpenedLists) => Promise<T>): Promise<T> {
    const list = await this.lists.find(optoutListId);
    if (!list) throw listNotInUse();
    const format = list.storage === 'sha512' ? 'sha512' : 'md5';
    const { lists, keyBytes, otherKeys, domains } = await this.sources.find({ optoutListId, format });
    const region = await this.region(list.region, lists);
    const kind = { channel: list.channel, domains, ...(region !== undefined && { region }) };
    return this.optOuts.snapshot(lists, {}, (snapshot) => {
      const own = { keyBytes, snapshot };
      if (otherKeys.length === 0) return work({ kind, sides: [own] });
      return this.optOuts.snapshot(otherKeys, {}, async (other) => {
        const isEmpty = (await other.count()) === 0;
        const sides = isEmpty ? [own] : [own, { keyBytes: keyBytes === 16 ? 64 : 16, snapshot: other } as const];
        return work({ kind, sides });
      });
    });
  }

  /** A group has none of its own: its members' is taken if they have the same. */
  private async region(own: string | null, lists: readonly string[]): Promise<string | undefined> {
    if (own) return own;
    const members = await Promise.all(lists.map((id) => this.lists.find(id)));
    const regions = new Set(members.map((member) => member?.region));
    return regions.size === 1 ? ([...regions][0] ?? undefined) : undefined;
  }
}
