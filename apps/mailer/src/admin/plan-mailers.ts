import { randomUUID } from 'node:crypto';
import { matchNamed, type Problems, planTokens } from '#state';
import { mintAccessKey } from './access-key.js';
import type { AccessStateDto, MailerStateDto } from './mailer-state.dto.js';
import type { AccessRecord, CampaignRecord, MailerRecord, Registry } from './registry.js';

/** The mailers as they should be. Tokens and access keys that a list doesn't name stay unless pruned; where there is no list at all they stay in any case. */
export function planMailers(
  wanted: MailerStateDto[],
  { campaigns, mailers }: Registry,
  prune: boolean,
  problems: Problems,
): Registry['mailers'] {
  const items = wanted.map((item) => ({ ...item, id: item.id?.toLowerCase() }));
  const matches = matchNamed(items, mailers, '/mailers', problems);
  const records = items.map(({ id, name, tokens, access }, index): MailerRecord => {
    const stored = matches[index];
    const at = `/mailers/${index}`;
    return {
      id: stored?.id ?? id ?? randomUUID(),
      name,
      tokens: tokens
        ? planTokens(tokens, stored?.tokens ?? [], prune, `${at}/tokens`, problems)
        : (stored?.tokens ?? []),
      access: planAccess(access, stored?.access ?? [], { campaigns, prune }, `${at}/access`, problems),
    };
  });
  const planned = new Map(records.map((record) => [record.id, record]));
  if (!prune) for (const [id, mailer] of mailers) if (!planned.has(id)) planned.set(id, mailer);
  checkKeys(records, planned, problems);
  return planned;
}

function planAccess(
  wanted: AccessStateDto[] | undefined,
  stored: AccessRecord[],
  { campaigns, prune }: { campaigns: Registry['campaigns']; prune: boolean },
  at: string,
  problems: Problems,
): AccessRecord[] {
  if (!wanted) return stored;
  const seen = new Set<string>();
  const access = wanted.flatMap(({ campaign: reference, key, plain = false, md5 = false, deltas = false }, index) => {
    const found = findCampaigns(campaigns, reference);
    const campaign = found[0];
    if (found.length !== 1 || !campaign) {
      const number = found.length === 0 ? 'no' : 'more than one';
      problems.add(`${at}/${index}/campaign`, `there is ${number} campaign "${reference}"`);
      return [];
    }
    if (seen.has(campaign.id)) problems.add(`${at}/${index}/campaign`, `"${reference}" is there more than once`);
    seen.add(campaign.id);
    const known = stored.find(({ campaignId }) => campaignId === campaign.id);
    return [{ key: key ?? known?.key ?? mintAccessKey(), campaignId: campaign.id, plain, md5, deltas }];
  });
  return prune ? access : [...access, ...stored.filter(({ campaignId }) => !seen.has(campaignId))];
}

function findCampaigns(campaigns: Registry['campaigns'], reference: string): CampaignRecord[] {
  const named = [...campaigns.values()].filter(({ name }) => name === reference);
  const byId = campaigns.get(reference.toLowerCase());
  return named.length > 0 || !byId ? named : [byId];
}

function checkKeys(wanted: MailerRecord[], planned: Registry['mailers'], problems: Problems): void {
  const counts = new Map<string, number>();
  for (const { access } of planned.values()) for (const { key } of access) counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const [index, { access }] of wanted.entries())
    for (const [place, { key }] of access.entries())
      if ((counts.get(key) ?? 0) > 1)
        problems.add(`/mailers/${index}/access/${place}/key`, 'is the key of another access as well');
}
