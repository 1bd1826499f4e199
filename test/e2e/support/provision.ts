import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runHeed } from './heed.js';
import type { Installation } from './installation.js';

/** What a test adds to the installation for itself, by name. */
export interface Provisioned {
  listId(list: string): string;
  token(user: string): string;
  linkUrl(link: string): string;
  /** Of the mailer that has the campaign. */
  mailer(campaign: string): { key: string; token: string };
}

interface Tree {
  lists: { name: string; optoutListId: string }[];
  users: { name: string; tokens: { token: string }[] }[];
  links: { name: string; key: string }[];
  mailers: { tokens: { token: string }[]; access: { campaign: string; key: string }[] }[];
}

/** Applies a state file that holds these things alone; returns when every service knows them. */
export async function provision(heed: Installation, state: object): Promise<Provisioned> {
  const folder = mkdtempSync(join(tmpdir(), 'heed-e2e-'));
  const [file, out] = [join(folder, 'state.yaml'), join(folder, 'out.json')];
  writeFileSync(file, JSON.stringify({ version: 1, ...state }));
  const { code, stdout, stderr } = await runHeed(heed, ['apply', '-f', file, '--out', out]);
  if (code !== 0) throw new Error(`heed apply failed:\n${stdout}${stderr}`);
  const tree = JSON.parse(readFileSync(out, 'utf8')) as Tree;
  const named = <T extends { name: string }>(things: T[], name: string) => things.find((thing) => thing.name === name)!;
  return {
    listId: (list) => named(tree.lists, list).optoutListId,
    token: (user) => named(tree.users, user).tokens[0]!.token,
    linkUrl: (link) => `${heed.collectUrl}/o/${named(tree.links, link).key}`,
    mailer: (campaign) => {
      const mailer = tree.mailers.find(({ access }) => access.some((one) => one.campaign === campaign))!;
      return {
        key: mailer.access.find((one) => one.campaign === campaign)!.key,
        token: mailer.tokens[0]!.token,
      };
    },
  };
}
