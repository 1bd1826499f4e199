import type { TokenRecord } from '#state';
/**
 * The directory: which lists there are, what they are made of, and who may use them.
 *
 * It is small (thousands of entries, not millions), so every change is made on the whole of it: load, build the directory as it should be, compare, write and publish the difference. `heed apply` and the
 * resource endpoints differ only in how they build the target. Nothing here touches a database.
 */
export const listKinds = ['standard', 'grouped', 'linked'] as const;
export const channels = ['email', 'sms'] as const;
export const storages = ['plain', 'md5', 'sha512'] as const;

export type ListKind = (typeof listKinds)[number];
export type Channel = (typeof channels)[number];
export type Storage = (typeof storages)[number];

export interface ListRecord {
  /** 16 lower-case hexadecimal digits. */
  id: string;
  name: string;
  kind: ListKind;
  /** Of a grouped or linked list: derived from its parts. */
  channel: Channel;
  storage: Storage;
  /** SMS only: the country whose national numbers are understood. */
  region?: string;
  enabled: boolean;
  /** Ids of a grouped list's members, or of the one list that a linked list follows. */
  parts: string[];
  suppressedDomains: string[];
}

export interface UserRecord {
  id: string;
  name: string;
  tokens: TokenRecord[];
  /** Ids of the lists that the user may use. */
  grants: string[];
}

export interface GlobalRecord {
  listId?: string;
  suppressedDomains: string[];
}

export interface Directory {
  lists: Map<string, ListRecord>;
  users: Map<string, UserRecord>;
  global: GlobalRecord;
  /** Tombstones: naming the id of one brings it back, with a newer version. */
  deletedLists: Map<string, ListRecord>;
  deletedUsers: Map<string, UserRecord>;
}

/** By id, tombstones too; the numbers that events carry. */
export interface DirectoryVersions {
  lists: Record<string, number>;
  users: Record<string, number>;
}
