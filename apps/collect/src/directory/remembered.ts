import type { ListRow, TokenRow } from './directory.js';

/** Most tokens, and most accesses, that one process remembers; what is beyond is looked up each time. */
const LIMIT = 10_000;

/** What was found in one state of the directory. Only what lets somebody in is kept: strangers could fill it with the rest. */
export class Remembered {
  private readonly tokens = new Map<string, TokenRow>();
  private readonly lists = new Map<string, ListRow>();

  /** @param changes the state's number */
  constructor(readonly changes: number) {}

  token(id: string): TokenRow | undefined {
    return this.tokens.get(id);
  }

  addToken(token: TokenRow): void {
    if (this.tokens.size < LIMIT) this.tokens.set(token.id, token);
  }

  /** The list, if it is known that the user was granted it. */
  grantedList(userId: string, listId: string): ListRow | undefined {
    return this.lists.get(`${listId} ${userId}`);
  }

  addGrantedList(userId: string, list: ListRow): void {
    if (this.lists.size < LIMIT) this.lists.set(`${list.id} ${userId}`, list);
  }
}
