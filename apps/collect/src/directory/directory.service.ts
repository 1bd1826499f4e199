import { Injectable } from '@nestjs/common';
import { type Credential, sameHash } from '#auth';
import { unavailable } from '#http';
import { Batches } from '../batches.js';
import type { ListRow, TokenRow } from './directory.js';
import { DirectoryRepository } from './directory.repository.js';

const LIMITS = { size: 1_000, lanes: 1, waiting: 20_000 };
const FILLING_SECONDS = 5;

/** An answer, and whether the directory is complete: if not, absence proves nothing. */
interface Answer<T> {
  value: T | undefined;
  complete: boolean;
}

interface Access {
  userId: string;
  listId: string;
}

type ListWithGrants = ListRow & { grantedTo: string[] };

/**
 * What the service knows of tokens, lists and grants. Nothing is cached: requests that come together share one statement, so a revoked token is refused at once by every replica. What
 * isn't there before the directory has been filled is not known to be absent: 503.
 */
@Injectable()
export class DirectoryService {
  private readonly tokens = new Batches((ids: string[]) => this.findTokens(ids), LIMITS);
  private readonly accesses = new Batches((wanted: Access[]) => this.findAccesses(wanted), LIMITS);

  constructor(private readonly repository: DirectoryRepository) {}

  /** The user whose token it is; undefined if it is nobody's. */
  async userOf(credential: Credential): Promise<string | undefined> {
    const { value: token, complete } = await this.tokens.add(credential.id);
    if (token && sameHash(token.hash, credential.hash)) return token.userId;
    return absent(complete);
  }

  /** The list, and whether the user was granted it; undefined if there never was such a list. */
  async access({ userId, listId }: Access): Promise<{ list: ListRow; granted: boolean } | undefined> {
    const { value: list, complete } = await this.accesses.add({ userId, listId });
    const granted = list?.grantedTo.includes(userId) ?? false;
    if (!granted && !list?.deleted) absent(complete);
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

  private async findTokens(ids: string[]): Promise<Answer<TokenRow>[]> {
    const rows = await this.repository.tokens([...new Set(ids)]);
    return answers(ids, rows);
  }

  private async findAccesses(wanted: Access[]): Promise<Answer<ListWithGrants>[]> {
    const listIds = wanted.map(({ listId }) => listId);
    const userIds = wanted.map(({ userId }) => userId);
    const rows = await this.repository.lists([...new Set(listIds)], [...new Set(userIds)]);
    return answers(listIds, rows);
  }
}

function answers<T extends { id: string; complete: boolean }>(ids: string[], rows: T[]): Answer<T>[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const complete = rows.every((row) => row.complete);
  return ids.map((id) => ({ value: byId.get(id), complete }));
}

function absent(complete: boolean): undefined {
  if (!complete) throw unavailable(FILLING_SECONDS, 'The directory of lists is still being filled.');
}
