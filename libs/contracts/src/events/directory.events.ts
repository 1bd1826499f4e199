import { type DataOf, eventType } from '../event-type.js';
import {
  flag,
  integer,
  listOf,
  object,
  oneOf,
  optional,
  optoutListId,
  reference,
  sha256,
  text,
  time,
} from '../shapes.js';

const version = integer('Grows with each change. A state that is older than the one you have is to be ignored');
const deleted = flag('A tombstone: keep it, or an older state would bring the thing back');

export const optoutListChanged = eventType(
  'optout-list-changed',
  { description: 'The whole state of a list after a change.', subject: '`optoutListId` of the list' },
  {
    version,
    optoutListId: optoutListId('The list'),
    name: text('Its name'),
    channel: oneOf(['email', 'sms'], 'What it holds'),
    storage: oneOf(['plain', 'md5', 'sha512'], 'In what form it holds it'),
    kind: oneOf(['standard', 'grouped', 'linked'], 'Its kind'),
    region: optional(text('Default region of phone numbers (ISO 3166-1 alpha-2)')),
    enabled: flag('Whether it is in use'),
    deleted,
    members: optional(listOf(optoutListId('A list'), 'Lists of a group')),
    source: optional(optoutListId('The list that a linked one shows')),
    isGlobal: flag("Whether it is the installation's global list"),
  },
);
export type OptoutListChanged = DataOf<typeof optoutListChanged>;

export const accessChanged = eventType(
  'access-changed',
  {
    description: 'The whole state of a user, its grants and its tokens after a change.',
    subject: '`userId` of the user',
  },
  {
    version,
    userId: reference('The user'),
    name: text('Its name'),
    deleted,
    optoutListIds: listOf(optoutListId('A list'), 'Lists that the user was granted'),
    tokens: listOf(
      object({
        id: reference('Id part of the token'),
        hash: sha256('SHA-256 of the token'),
        revoked: flag('Whether it was revoked: then it is good for nothing'),
      }),
      'All tokens of the user, revoked ones too',
    ),
  },
);
export type AccessChanged = DataOf<typeof accessChanged>;

export const tokensUsed = eventType(
  'tokens-used',
  {
    description: 'Tokens were used at another service than the one that keeps them. Gathered for some seconds.',
    subject: 'Name of the service that they were used at',
  },
  {
    uses: listOf(
      object({ tokenId: reference('Id part of the token'), usedAt: time('When it was used last') }),
      'The tokens, each once',
    ),
  },
);
export type TokensUsed = DataOf<typeof tokensUsed>;

const requester = { requestedBy: reference('Name of the service that asked') };

export const directoryRequested = eventType(
  'directory-requested',
  {
    description: 'A service asks for the state of all lists and users to be sent again.',
    subject: 'Name of the service that asks',
  },
  {
    ...requester,
    version: integer('The highest version that it knows, 0 if it knows nothing: what is sent will have a higher one'),
  },
);
export type DirectoryRequested = DataOf<typeof directoryRequested>;

export const directoryComplete = eventType(
  'directory-complete',
  {
    description: 'All lists and users were sent again; some of it may arrive after this.',
    subject: 'Name of the service that asked',
  },
  {
    ...requester,
    version: integer('What was sent has this version. What else is known in a lower one is no more'),
    optoutListIds: listOf(optoutListId('A list'), 'The lists that were sent, deleted ones too'),
    userIds: listOf(reference('A user'), 'The users that were sent, deleted ones too'),
  },
);
export type DirectoryComplete = DataOf<typeof directoryComplete>;
