import { isDeepStrictEqual } from 'node:util';
import type { TokenRecord } from '#state';
import type { AccessRecord, CampaignRecord, MailerRecord, Registry } from './registry.js';

export type Action = 'created' | 'changed' | 'unchanged' | 'deleted';

export interface Difference<T> {
  action: Action;
  before?: T;
  after?: T;
}

export interface MailerDifference extends Difference<MailerRecord> {
  tokens: Difference<TokenRecord>[];
  access: Difference<AccessRecord>[];
}

export interface RegistryDifference {
  campaigns: Difference<CampaignRecord>[];
  mailers: MailerDifference[];
}

/** What turns one registry into the other: every thing of either, with what becomes of it. */
export function compareRegistries(before: Registry, after: Registry): RegistryDifference {
  return {
    campaigns: compare([...before.campaigns.values()], [...after.campaigns.values()], ({ id }) => id),
    mailers: compare([...before.mailers.values()], [...after.mailers.values()], ({ id }) => id).map(compareMailer),
  };
}

function compareMailer({ action, before, after }: Difference<MailerRecord>): MailerDifference {
  const tokens = compare(before?.tokens ?? [], after?.tokens ?? [], ({ name }) => name);
  const access = compare(before?.access ?? [], after?.access ?? [], ({ campaignId }) => campaignId);
  if (!before || !after) return { action, before, after, tokens, access };
  const changed = before.name !== after.name || [...tokens, ...access].some((part) => part.action !== 'unchanged');
  return { action: changed ? 'changed' : 'unchanged', before, after, tokens, access };
}

function compare<T>(before: T[], after: T[], key: (thing: T) => string): Difference<T>[] {
  const stored = new Map(before.map((thing) => [key(thing), thing]));
  const kept = new Set(after.map(key));
  return [
    ...after.map((thing): Difference<T> => {
      const earlier = stored.get(key(thing));
      if (!earlier) return { action: 'created', after: thing };
      return { action: isDeepStrictEqual(earlier, thing) ? 'unchanged' : 'changed', before: earlier, after: thing };
    }),
    ...before
      .filter((thing) => !kept.has(key(thing)))
      .map((thing): Difference<T> => ({ action: 'deleted', before: thing })),
  ];
}
