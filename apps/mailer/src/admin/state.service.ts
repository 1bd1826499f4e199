import { Injectable } from '@nestjs/common';
import { Problems } from '#state';
import type { Action, Difference, RegistryDifference } from './compare-registries.js';
import { planState } from './plan-state.js';
import type { Registry } from './registry.js';
import { type NewSecrets, RegistryService } from './registry.service.js';
import type { StateDto } from './state.dto.js';
import type { AppliedStateDto, ShownStateDto } from './state-answer.dto.js';

/** The section of a state file that is this service's: makes it so, and tells it. */
@Injectable()
export class StateService {
  constructor(private readonly registry: RegistryService) {}

  /** @throws 400 that names all that is wrong; nothing is changed then */
  async apply(state: StateDto, { dryRun = false, prune = false }): Promise<AppliedStateDto> {
    const plan = (current: Registry) => {
      const problems = new Problems();
      const planned = planState(state, current, prune, problems);
      problems.throwIfAny();
      return planned;
    };
    const { registry, difference, secrets } = await this.registry.change(plan, { dryRun });
    return { changes: changes(difference), state: shown(registry, secrets, { ids: true }) };
  }

  async show(): Promise<ShownStateDto> {
    return shown(await this.registry.read(), new Map(), { ids: false });
  }
}

function changes({ campaigns, mailers }: RegistryDifference): AppliedStateDto['changes'] {
  const line = (kind: string, { action, before, after }: Difference<{ name: string }>, owner = '') => ({
    kind,
    name: `${owner}${(after ?? before)!.name}`,
    action: action as Action,
  });
  const names = new Map(campaigns.map(({ before, after }) => [(after ?? before)!.id, (after ?? before)!.name]));
  return [
    ...campaigns.map((campaign) => line('campaign', campaign)),
    ...mailers.flatMap((mailer) => {
      const owner = `${(mailer.after ?? mailer.before)!.name}/`;
      return [
        line('mailer', mailer),
        ...mailer.tokens.map((token) => line('mailer token', token, owner)),
        ...mailer.access.map(({ action, before, after }) => ({
          kind: 'access key',
          name: `${owner}${names.get((after ?? before)!.campaignId)}`,
          action,
        })),
      ];
    }),
  ];
}

/** Ids of tokens are told only with their secrets: a state file that is applied elsewhere has new ones. */
function shown({ campaigns, mailers }: Registry, secrets: NewSecrets, { ids }: { ids: boolean }): ShownStateDto {
  return {
    campaigns: [...campaigns.values()].map(({ id, name, optoutListId, enabled, format }) => ({
      name,
      id,
      optoutListId,
      enabled,
      format,
    })),
    mailers: [...mailers.values()].map((mailer) => ({
      name: mailer.name,
      id: mailer.id,
      tokens: mailer.tokens.map(({ id, name, revoked }) => ({
        name,
        revoked,
        ...(ids && id && { id }),
        ...(id && secrets.has(id) && { token: secrets.get(id) }),
      })),
      access: mailer.access.map(({ key, campaignId, plain, md5, deltas }) => ({
        campaign: campaignReference(campaigns, campaignId),
        key,
        plain,
        md5,
        deltas,
      })),
    })),
  };
}

/** A name where it means one campaign, otherwise the id. */
function campaignReference(campaigns: Registry['campaigns'], id: string): string {
  const name = campaigns.get(id)!.name;
  return [...campaigns.values()].filter((campaign) => campaign.name === name).length === 1 ? name : id;
}
