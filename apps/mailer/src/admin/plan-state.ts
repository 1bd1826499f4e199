import { randomUUID } from 'node:crypto';
import { matchNamed, type Problems } from '#state';
import type { CampaignStateDto } from './campaign-state.dto.js';
import { planMailers } from './plan-mailers.js';
import type { CampaignRecord, Registry } from './registry.js';
import type { StateDto } from './state.dto.js';

/** The registry that a state file asks for. With `prune` what it doesn't name goes; a whole kind that it leaves out stays. */
export function planState(state: StateDto, current: Registry, prune: boolean, problems: Problems): Registry {
  const campaigns = state.campaigns
    ? planCampaigns(state.campaigns, current.campaigns, prune, problems)
    : current.campaigns;
  const mailers = state.mailers
    ? planMailers(state.mailers, { ...current, campaigns }, prune, problems)
    : new Map(current.mailers);
  for (const [id, mailer] of mailers) {
    const access = mailer.access.filter(({ campaignId }) => campaigns.has(campaignId));
    if (access.length < mailer.access.length) mailers.set(id, { ...mailer, access });
  }
  return { campaigns, mailers };
}

function planCampaigns(
  wanted: CampaignStateDto[],
  stored: Registry['campaigns'],
  prune: boolean,
  problems: Problems,
): Registry['campaigns'] {
  const items = wanted.map((item) => ({ ...item, id: item.id?.toLowerCase() }));
  const matches = matchNamed(items, stored, '/campaigns', problems);
  const records = items.map(
    ({ id, name, optoutListId, enabled = true, format }, index): CampaignRecord => ({
      id: matches[index]?.id ?? id ?? randomUUID(),
      name,
      optoutListId,
      enabled,
      format,
    }),
  );
  const planned = new Map(records.map((record) => [record.id, record]));
  if (!prune) for (const [id, campaign] of stored) if (!planned.has(id)) planned.set(id, campaign);
  return planned;
}
