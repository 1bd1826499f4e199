/** `.heed/demo.json`: where the demo runs and how to get in. `heed` takes it as its profile. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../system/build.ts';
import type { RunningSystem } from '../system/native.ts';

/** The part of what `heed apply --out` tells that the demo uses. */
export interface Provisioned {
  accounts: { name: string; keys: { name: string; key?: string }[]; brands: { id: string; name: string }[] }[];
  lists: { name: string; optoutListId: string }[];
  users: { name: string; tokens: { name: string; token?: string }[] }[];
  mailers: {
    name: string;
    tokens: { name: string; token?: string }[];
    access: { campaign: string; key: string }[];
  }[];
  links: { name: string; url: string }[];
}

export interface Profile extends RunningSystem {
  runtime: 'native' | 'docker';
  state?: Provisioned;
}

export const demoFolder = join(repository, '.heed', 'demo');
export const profileFile = join(repository, '.heed', 'demo.json');

export function readProfile(): Profile | undefined {
  try {
    return JSON.parse(readFileSync(profileFile, 'utf8')) as Profile;
  } catch {
    return undefined;
  }
}

export function writeProfile(profile: Profile): void {
  writeFileSync(profileFile, `${JSON.stringify(profile, null, 2)}\n`, { mode: 0o600 });
}
