/** What the four services answer to `/admin/v1/state`: the tree of the state file with everything that they made. */
import type { ListEntry } from '../state-file/state-file.shape.js';

export interface Change {
  kind: string;
  name: string;
  action: 'created' | 'changed' | 'unchanged' | 'deleted';
}

export interface StateAnswer<S> {
  changes: Change[];
  state: S;
}

/** A key, token or webhook; the secret itself (`key`, `token` or `secret`) is there only in the answer to the call that made it. */
export interface Credential {
  name: string;
  id?: string;
  revoked?: boolean;
  key?: string;
  token?: string;
  secret?: string;
}

export interface DeployState {
  accounts?: { name: string; id: string; keys?: Credential[]; webhooks?: Credential[] }[];
}

export interface OptoutState {
  lists?: (ListEntry & { id: string })[];
  globalList?: object;
  users?: { name: string; id: string; tokens?: Credential[] }[];
}

export interface MailerState {
  campaigns?: { name: string; id?: string; optoutListId: string }[];
  mailers?: { name: string; tokens?: Credential[]; access?: { campaign: string; key: string }[] }[];
}

export interface CollectState {
  links?: { name: string; key: string; optoutListId: string; url?: string }[];
}

export interface InstallationState {
  deploy: DeployState;
  optout: OptoutState;
  mailer: MailerState;
  collect: CollectState;
}

/** The versions of the lists and users that a service knows, deleted ones too; the mailer service knows no users. */
export interface Directory {
  /** Told by those who learn them from the opt-out service. */
  complete?: boolean;
  lists: Record<string, number>;
  users?: Record<string, number>;
}
