/** The object isn't there (S3: 404). */
export class ObjectMissing extends Error {
  constructor(readonly key: string) {
    super(`no object ${key}`);
    this.name = 'ObjectMissing';
  }
}

/** The object isn't the one that was meant: its ETag has changed (S3: 412). */
export class ObjectChanged extends Error {
  constructor(readonly key: string) {
    super(`object ${key} has changed`);
    this.name = 'ObjectChanged';
  }
}

/** The storage refuses our credentials (S3: 403). Never means "missing": without the right to list a bucket S3 answers 403 where it should answer 404. */
export class StorageRefused extends Error {
  constructor(readonly key: string) {
    super(`the storage refuses access to ${key}; the access key must be allowed to read, write and list the bucket`);
    this.name = 'StorageRefused';
  }
}

const MISSING = new Set(['NoSuchKey', 'NotFound']);
const REFUSED = new Set(['AccessDenied', 'SignatureDoesNotMatch', 'InvalidAccessKeyId']);

/** The error of ours that an answer of S3 stands for, else the error itself. */
export function storageError(error: unknown, key: string): unknown {
  const code = (error as { code?: string }).code ?? '';
  if (MISSING.has(code)) return new ObjectMissing(key);
  if (code === 'PreconditionFailed') return new ObjectChanged(key);
  if (REFUSED.has(code)) return new StorageRefused(key);
  return error;
}
