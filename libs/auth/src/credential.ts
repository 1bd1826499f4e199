import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** `hd_key`: API key of an account; `hd_tok`: token of a user of opt-out lists; `hd_mlr`: token of a mailer. */
export type CredentialKind = 'hd_key' | 'hd_tok' | 'hd_mlr';

export interface Credential {
  kind: CredentialKind;
  /** The part that it is looked up by: 16 hex digits. Not secret. */
  id: string;
  /** SHA-256 of the whole token, 64 hex digits: the only thing that is stored of it. */
  hash: string;
}

const ID_BYTES = 8;
const ID = /^[0-9a-f]{16}$/;
const FORM = /^(hd_key|hd_tok|hd_mlr)_([0-9a-f]{16})_[A-Za-z0-9_-]{43}$/;

/**
 * Makes a new credential with 256 random bits. The token can't be had again.
 * @param id of one that there was before, here or elsewhere; what was its token isn't this one's
 */
export function mintCredential(
  kind: CredentialKind,
  id = randomBytes(ID_BYTES).toString('hex'),
): Credential & { token: string } {
  const token = `${kind}_${id}_${randomBytes(32).toString('base64url')}`;
  return { kind, id, token, hash: sha256(token) };
}

/** Whether it has the form of a credential's id. */
export function isCredentialId(value: unknown): value is string {
  return typeof value === 'string' && ID.test(value);
}

/** Reads what a client sent; undefined if it isn't of the form of a credential of ours. */
export function parseCredential(token: string): Credential | undefined {
  const match = FORM.exec(token);
  return match ? { kind: match[1] as CredentialKind, id: match[2]!, hash: sha256(token) } : undefined;
}

/** Compares two hashes in constant time. */
export function sameHash(a: string, b: string): boolean {
  const left = Buffer.from(a, 'hex');
  const right = Buffer.from(b, 'hex');
  return left.length === right.length && timingSafeEqual(left, right);
}

export function sha256(text: string): string {
  return hash('sha256', text);
}
