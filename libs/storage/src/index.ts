/**
 * Files in any S3: uploads, downloads and suppression files of one bucket.
 *
 * Promises: an object that {@link Storage.put} writes appears whole or not at all, in memory that doesn't grow with its size; URLs are signed for the address that clients use, without a
 * word over the network. It doesn't promise that an object is still the one that was seen before: pass `ifMatch` for that.
 */
export { ObjectChanged, ObjectMissing, StorageRefused } from './errors.js';
export { Storage } from './storage.js';
export { StorageModule } from './storage.module.js';
export type { ListedObject, ObjectStat, PutOptions, StorageSettings, StoredObject } from './types.js';
