/** Secrets in an applied tree: found for showing once, and kept when the tree of an earlier run is written over. */
import type { Credential } from './service-state.js';

export interface Secret {
  /** Where it belongs, such as `users/operations/tokens/ci`. */
  path: string;
  id: string;
  value: string;
}

/** Every API key and token of the tree whose secret is in it. */
export function secretsIn(tree: unknown): Secret[] {
  return credentialsIn(tree).flatMap(({ path, credential }) => {
    const value = credential.key ?? credential.token;
    return value === undefined ? [] : [{ path, id: credential.id ?? '', value }];
  });
}

/** Gives the credentials of a tree the secrets that an earlier tree knew; a secret is kept for the very credential that it was made for. */
export function keepSecrets(tree: unknown, earlier: unknown): void {
  const known = new Map(secretsIn(earlier).map((secret) => [secret.id, secret.value]));
  for (const { path, credential } of credentialsIn(tree)) {
    const value = known.get(credential.id ?? '');
    const member = path.startsWith('accounts/') ? 'key' : 'token';
    if (value !== undefined && credential[member] === undefined) credential[member] = value;
  }
}

type Owner = { name: string; keys?: Credential[]; tokens?: Credential[] };

function credentialsIn(tree: unknown): { path: string; credential: Credential }[] {
  const owners = tree as Partial<Record<'accounts' | 'users' | 'mailers', Owner[]>> | undefined;
  return (['accounts', 'users', 'mailers'] as const).flatMap((kind) =>
    (owners?.[kind] ?? []).flatMap((owner) =>
      (['keys', 'tokens'] as const).flatMap((group) =>
        (owner[group] ?? []).map((credential) => ({
          path: `${kind}/${owner.name}/${group}/${credential.name}`,
          credential,
        })),
      ),
    ),
  );
}
