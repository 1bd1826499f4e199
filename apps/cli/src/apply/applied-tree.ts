/**
 * The tree of the state file as it now stands, for `--out` and `--json`. Field names are those of the file, and besides:
 * lists and everything that refers to one have `optoutListId`; access keys have `key`; links have `key` and `url`; API keys have `key` and tokens have `token`, the secret itself, where it was made just now.
 */
import type { CollectState, InstallationState, MailerState, OptoutState } from './service-state.js';

/** @param lists all lists of the installation, to name those that campaigns and links refer to */
export function appliedTree(
  { deploy, optout, mailer, collect }: InstallationState,
  lists: OptoutState['lists'] = [],
  collectUrl?: string,
): object {
  const nameOf = new Map(lists.map(({ id, name }) => [id, name]));
  return {
    version: 1,
    ...deploy,
    ...optout,
    ...(optout.lists && { lists: optout.lists.map((list) => ({ ...list, optoutListId: list.id })) }),
    ...mailer,
    ...(mailer.campaigns && { campaigns: mailer.campaigns.map((campaign) => named(campaign, nameOf)) }),
    ...(collect.links && { links: collect.links.map((link) => addressed(named(link, nameOf), collectUrl)) }),
  };
}

type Referring = NonNullable<MailerState['campaigns']>[number] | NonNullable<CollectState['links']>[number];

function named<T extends Referring>(thing: T, nameOf: Map<string, string>) {
  return { ...thing, list: nameOf.get(thing.optoutListId) };
}

function addressed<T extends { key: string; url?: string }>(link: T, collectUrl?: string) {
  const url = link.url ?? (collectUrl && `${collectUrl}/o/${link.key}`);
  return url ? { ...link, url } : link;
}
