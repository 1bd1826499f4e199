import { Injectable } from '@nestjs/common';
import { isEmail } from '#identity';
import type { ListRow } from '../directory/directory.js';
import { DirectoryService } from '../directory/directory.service.js';
import {
  emailExpected,
  invalidEmail,
  invalidList,
  invalidPhone,
  listDisabled,
  listForbidden,
  listGrouped,
  listLinked,
  smsExpected,
} from './collect.errors.js';
import type { CollectBody } from './collect-body.js';
import { Intake } from './intake.js';
import { optOutIdentity } from './opt-out-identity.js';

const LIST_ID = /^[0-9a-f]{16}$/;

@Injectable()
export class CollectService {
  constructor(
    private readonly directory: DirectoryService,
    private readonly intake: Intake,
  ) {}

  /** Takes an opt-out for a list that the user may use. Returns when it is durable. @throws {Problem} */
  async collect(userId: string, body: CollectBody): Promise<void> {
    if (!LIST_ID.test(body.optoutListId)) throw invalidList();
    if ('email' in body && !isEmail(body.email.trim())) throw invalidEmail();
    const list = await this.openList(userId, body.optoutListId);
    if ('email' in body && list.channel === 'sms') throw smsExpected();
    if ('sms' in body && list.channel === 'email') throw emailExpected();
    const identity = optOutIdentity(list, 'email' in body ? body.email : body.sms);
    if (!identity) throw 'email' in body ? invalidEmail() : invalidPhone();
    await this.intake.take({ optoutListId: list.id, ...identity });
  }

  /** Of a foreign list no more is told than that it is foreign; a deleted one has no grants any more. */
  private async openList(userId: string, listId: string): Promise<ListRow> {
    const access = await this.directory.access({ userId, listId });
    if (!access) throw invalidList();
    const { list, granted } = access;
    if (list.deleted) throw listDisabled();
    if (!granted) throw listForbidden();
    if (list.kind === 'grouped') throw listGrouped();
    if (list.kind === 'linked') throw listLinked();
    if (!list.enabled) throw listDisabled();
    return list;
  }
}
