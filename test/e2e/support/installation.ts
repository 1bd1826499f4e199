/** The running system with what its state file made, by name. */
import { type RunningSystem, startSystem } from '#testing';

interface Tree {
  accounts: { name: string; keys: { name: string; key?: string }[]; brands: { id: string; name: string }[] }[];
  lists: { name: string; optoutListId: string }[];
  users: { name: string; tokens: { token: string }[] }[];
  mailers: { tokens: { token: string }[]; access: { campaign: string; key: string }[] }[];
  links: { url: string }[];
}

export interface Installation extends RunningSystem {
  apiKey(account: string, key?: string): string;
  brandId(account: string, brand: string): string;
  token(user: string): string;
  listId(list: string): string;
  mailer: { key: string; token: string };
  accessKey(campaign: string): string;
  linkUrl: string;
}

export async function installation(): Promise<Installation> {
  const system = await startSystem();
  const tree = system.provisioned as unknown as Tree;
  const account = (name: string) => named(tree.accounts, name);
  return {
    ...system,
    apiKey: (name, key = 'full') => named(account(name).keys, key).key ?? '',
    brandId: (name, brand) => named(account(name).brands, brand).id,
    token: (user) => named(tree.users, user).tokens[0]!.token,
    listId: (list) => named(tree.lists, list).optoutListId,
    mailer: {
      key: tree.mailers[0]!.access.find(({ campaign }) => campaign === 'Spring')!.key,
      token: tree.mailers[0]!.tokens[0]!.token,
    },
    accessKey: (campaign) => tree.mailers[0]!.access.find((access) => access.campaign === campaign)!.key,
    linkUrl: tree.links[0]!.url,
  };
}

function named<T extends { name: string }>(things: T[], name: string): T {
  const found = things.find((thing) => thing.name === name);
  if (!found) throw new Error(`test/e2e/state.yaml has no ${name}`);
  return found;
}
