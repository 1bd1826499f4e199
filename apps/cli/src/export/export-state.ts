/** The installation as a state file: what `apply` elsewhere needs to make the same things with the same ids and keys. Secrets can't be had back, so there they are new. */
import { stringify } from 'yaml';
import type { CollectState, DeployState, InstallationState, MailerState, OptoutState } from '../apply/service-state.js';
import type { Connection } from '../connection/connection.js';
import { type StateFile, stateFile } from '../state-file/state-file.shape.js';
import { withoutOthers } from './without-others.js';

export async function exportState({ admin }: Connection): Promise<StateFile> {
  const [deploy, optout, mailer, collect] = await Promise.all([
    admin.deploy.get<DeployState>('/state'),
    admin.optout.get<OptoutState>('/state'),
    admin.mailer.get<MailerState>('/state'),
    admin.collect.get<CollectState>('/state'),
  ]);
  return stateFileOf({ deploy, optout, mailer, collect });
}

export function stateFileOf({ deploy, optout, mailer, collect }: InstallationState): StateFile {
  const reference = referenceTo(optout.lists ?? []);
  const referring = <T extends { optoutListId: string }>(thing: T) => ({
    ...thing,
    list: reference(thing.optoutListId),
  });
  // Campaigns and links outlive their list here, so that getfile and the page can say what became of it; elsewhere they would refer to nothing.
  const lists = new Set(optout.lists?.map(({ id }) => id));
  const usable = ({ optoutListId }: { optoutListId: string }) => lists.has(optoutListId);
  const gone = new Set(mailer.campaigns?.filter((campaign) => !usable(campaign)).flatMap(({ name, id }) => [name, id]));
  const tree = {
    version: 1,
    ...deploy,
    ...optout,
    campaigns: mailer.campaigns?.filter(usable).map(referring),
    mailers: mailer.mailers?.map(({ access, ...rest }) => ({
      ...rest,
      ...(access && { access: access.filter(({ campaign }) => !gone.has(campaign)) }),
    })),
    links: collect.links?.filter(usable).map(referring),
  };
  return withoutOthers(stateFile, tree);
}

export function toYaml(state: StateFile): string {
  return `# Written by "heed export"; "heed apply -f" makes an installation be this.\n${stringify(state, { lineWidth: 0 })}`;
}

/** A name where it means one list, otherwise the id. */
function referenceTo(lists: { id: string; name: string }[]): (id: string) => string {
  return (id) => {
    const name = lists.find((list) => list.id === id)?.name;
    return name !== undefined && lists.filter((list) => list.name === name).length === 1 ? name : id;
  };
}
