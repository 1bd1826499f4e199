import { Injectable } from '@nestjs/common';
import { thereAlready, tokenMissing, userMissing } from './directory.errors.js';
import type { Directory, UserRecord } from './directory.js';
import { type ChangedDirectory, DirectoryService } from './directory.service.js';
import { planOne } from './plan-one.js';
import { stateView } from './state-view.js';
import { TokenUseRepository } from './token-use.repository.js';
import type { UserPatchDto } from './user-patch.dto.js';
import type { UserStateDto } from './user-state.dto.js';

/** Single users and their tokens, for admins. */
@Injectable()
export class UsersAdminService {
  constructor(
    private readonly directory: DirectoryService,
    private readonly uses: TokenUseRepository,
  ) {}

  async list() {
    const directory = await this.directory.read();
    return { data: stateView(directory, [], [...directory.users.values()]).users };
  }

  async show(id: string) {
    const directory = await this.directory.read();
    const { tokens: _, ...user } = stateView(directory, [], [userOf(directory, id)]).users[0]!;
    return { ...user, tokens: await this.uses.ofUser(id) };
  }

  async create(user: UserStateDto) {
    const changed = await this.directory.change((current) => {
      const target = planOne({ users: [user] }, current);
      if (target.users.size === current.users.size) throw thereAlready('a user');
      return target;
    });
    const created = changed.change.users.find(({ action }) => action === 'created');
    return viewOf(changed, created?.user.id ?? '');
  }

  /** Fields that are left out stay as they are; `lists` replaces all grants. */
  async change(id: string, patch: UserPatchDto) {
    const changed = await this.directory.change((current) => {
      const { name, lists } = stateView(current, [], [userOf(current, id)]).users[0]!;
      return planOne({ users: [{ name, lists, ...patch, id }] }, current);
    });
    return viewOf(changed, id);
  }

  /** The user's tokens are revoked for good. */
  async delete(id: string): Promise<void> {
    await this.directory.change((current) => {
      userOf(current, id);
      return { ...current, users: new Map([...current.users].filter(([other]) => other !== id)) };
    });
  }

  /** The answer is the one place where the secret is shown. */
  async addToken(id: string, name: string) {
    const { directory, secrets } = await this.directory.change((current) => {
      const user = userOf(current, id);
      if (user.tokens.some((token) => token.name === name)) throw thereAlready('a token');
      return withUser(current, { ...user, tokens: [...user.tokens, { name, revoked: false }] });
    });
    const token = directory.users.get(id)?.tokens.find((one) => one.name === name);
    return { id: token?.id, name, token: secrets.get(id)?.get(name) };
  }

  async revokeToken(id: string, tokenId: string): Promise<void> {
    await this.directory.change((current) => {
      const user = userOf(current, id);
      if (!user.tokens.some((token) => token.id === tokenId)) throw tokenMissing();
      const tokens = user.tokens.map((token) => (token.id === tokenId ? { ...token, revoked: true } : token));
      return withUser(current, { ...user, tokens });
    });
  }
}

function userOf(directory: Directory, id: string): UserRecord {
  const user = directory.users.get(id);
  if (!user) throw userMissing();
  return user;
}

function withUser(directory: Directory, user: UserRecord): Directory {
  return { ...directory, users: new Map(directory.users).set(user.id, user) };
}

function viewOf({ directory, ...made }: ChangedDirectory, id: string) {
  return stateView(directory, [], [userOf(directory, id)], made).users[0]!;
}
