import { Injectable } from '@nestjs/common';
import { type Credential, sameHash } from '#auth';
import { overloaded, unavailable } from '#http';
import { Batches, TooManyWaiting } from '../batches.js';
import type { ListRow } from './directory.js';
import { DirectoryRepository, type DirectoryState, type FoundList, type FoundToken } from './directory.repository.js';
import { Remembered } from './remembered.js';

const LIMITS = { size: 1_000, lanes: 1, waiting: 20_000 };
const FILLING_SECONDS = 5;

/** An answer, and of which state of the directory: if that isn't complete, absence proves nothing. */
interface Answer<T> extends DirectoryState {
  value: T | undefined;
}

interface Access {
  userId: string;
  listId: string;
}

/**
 * What the service knows of tokens, lists and grants. What was found is remembered until the directory changes, and every request asks whether it has, together with all that come in the same
 * moment: a revoked token is refused at once by every replica. What isn't there before the directory has been filled is not known to be absent: 503.
 */
@Injectable()
export class DirectoryService {
  private remembered = new Remembered(0);
  private readonly states = new Batches((asking: undefined[]) => this.findStates(asking), LIMITS);
  private readonly tokens = new Batches((ids: string[]) => this.findTokens(ids), LIMITS);
  private readonly accesses = new Batches((wanted: Access[]) => this.findAccesses(wanted), LIMITS);

  constructor(private readonly repository: DirectoryRepository) {}

  /** The user whose token it is; undefined if it is nobody's. */
  async userOf({ id, hash }: Credential): Promise<string | undefined> {
    this.forgetUnless(await ask(this.states, undefined));
    const known = this.remembered.token(id);
    if (known) return sameHash(known.hash, hash) ? known.userId : undefined;
    const { value: token, complete, changes } = await ask(this.tokens, id);
    if (!token || !sameHash(token.hash, hash)) return absent(complete);
    if (this.remembered.changes === changes) this.remembered.addToken(token);
    return token.userId;
  }

  /** The list, and whether the user was granted it; undefined if there never was such a list. To be asked after `userOf` of the same request, which looks whether anything has changed. */
  async access({ userId, listId }: Access): Promise<{ list: ListRow; granted: boolean } | undefined> {
    const known = this.remembered.grantedList(userId, listId);
    if (known) return { list: known, granted: true };
    const { value: list, complete, changes } = await ask(this.accesses, { userId, listId });
    const granted = list?.grantedTo.includes(userId) ?? false;
    if (!granted && !list?.deleted) absent(complete);
    if (list && granted && this.remembered.changes === changes) this.remembered.addGrantedList(userId, list);
    return list && { list, granted };
  }

  /** The list of that id, deleted ones too; undefined if there never was one. */
  async list(id: string): Promise<ListRow | undefined> {
    const [answer] = await this.findAccesses([{ userId: '', listId: id }]);
    return answer!.value ?? absent(answer!.complete);
  }

  /** The kinds of those of the lists that are known. */
  async kinds(ids: string[]): Promise<Map<string, ListRow['kind']>> {
    const rows = await this.repository.lists([...new Set(ids)], []);
    return new Map(rows.map(({ id, kind }) => [id, kind]));
  }

  /** Any other state counts, a smaller number too: the database may have been restored. */
  private forgetUnless({ changes }: DirectoryState): void {
    if (changes !== this.remembered.changes) this.remembered = new Remembered(changes);
  }

  private async findStates(asking: undefined[]): Promise<DirectoryState[]> {
    const state = await this.repository.state();
    return asking.map(() => state);
  }

  private async findTokens(ids: string[]): Promise<Answer<FoundToken>[]> {
    return answers(ids, await this.repository.tokens([...new Set(ids)]));
  }

  private async findAccesses(wanted: Access[]): Promise<Answer<FoundList>[]> {
    const listIds = wanted.map(({ listId }) => listId);
    const userIds = wanted.map(({ userId }) => userId);
    return answers(listIds, await this.repository.lists([...new Set(listIds)], [...new Set(userIds)]));
  }
}

async function ask<I, O>(batches: Batches<I, O>, item: I): Promise<O> {
  try {
    return await batches.add(item);
  } catch (error) {
    throw error instanceof TooManyWaiting ? overloaded('Too many requests are waiting for the directory.') : error;
  }
}

function answers<T extends DirectoryState & { id: string }>(ids: string[], rows: T[]): Answer<T>[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const { complete, changes } = rows[0]!;
  return ids.map((id) => ({ value: byId.get(id), complete, changes }));
}

function absent(complete: boolean): undefined {
  if (!complete) throw unavailable(FILLING_SECONDS, 'The directory of lists is still being filled.');
}
