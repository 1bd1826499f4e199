/** Secrets in an applied tree: found for showing once, and kept when the tree of an earlier run is written over. */
import type { Credential } from './service-state.js';

export interface Secret {
  /** Where it belongs, such as `users/operations/tokens/ci`. */
  path: string;
  id: string;
  value: string;
}

/** Every API key, token and webhook of the tree whose secret is in it. */
export function secretsIn(tree: unknown): Secret[] {
  return credentialsIn(tree).flatMap(({ path, credential, member }) => {
    const value = credential[member];
    return value === undefined ? [] : [{ path, id: credential.id ?? '', value }];
  });
}

/** Gives the credentials of a tree the secrets that an earlier tree knew; a secret is kept for the very credential that it was made for. */
export function keepSecrets(tree: unknown, earlier: unknown): void {
  const known = new Map(secretsIn(earlier).map((secret) => [secret.id, secret.value]));
  for (const { credential, member } of credentialsIn(tree)) {
    const value = known.get(credential.id ?? '');
    if (value !== undefined && credential[member] === undefined) credential[member] = value;
  }
}

/** Where each kind of credential has its secret. */
const members = { keys: 'key', tokens: 'token', webhooks: 'secret' } as const;

type Group = keyof typeof members;
type Owner = { name: string } & Partial<Record<Group, Credential[]>>;
type Found = { path: string; credential: Credential; member: (typeof members)[Group] };

function credentialsIn(tree: unknown): Found[] {
  const owners = tree as Partial<Record<'accounts' | 'users' | 'mailers', Owner[]>> | undefined;
  return (['accounts', 'users', 'mailers'] as const).flatMap((kind) =>
    (owners?.[kind] ?? []).flatMap((owner) =>
      (Object.keys(members) as Group[]).flatMap((group) =>
        (owner[group] ?? []).map((credential) => ({
          path: `${kind}/${owner.name}/${group}/${credential.name}`,
          credential,
          member: members[group],
        })),
      ),
    ),
  );
}
