import { Inject, Injectable } from '@nestjs/common';
import type { Access } from '../access-keys/access.js';
import { AccessKeysService } from '../access-keys/access-keys.service.js';
import type { Preparation } from '../preparations/preparation.js';
import { PreparationWatch } from '../preparations/preparation-watch.js';
import { refusalOf } from '../preparations/preparations.errors.js';
import { PreparePlaces } from '../preparations/prepare-places.js';
import { PREPARE_WAIT_SECONDS } from '../preparations/prepare-wait.js';
import { refuseUnusable } from '../preparations/wanted-file.js';
import { CleansingRequests } from './cleansing-requests.js';
import type { IncomingBody } from './file-part.js';
import { Mailings } from './mailings.js';

export interface CleanseRequest {
  key: string;
  token: string | undefined;
  ip: string;
  /** Aborted when the client has left. */
  gone: AbortSignal;
  body: IncomingBody;
}

export interface Cleansed {
  access: Access;
  /** Download token of the link. */
  dcma: string;
  /** Undefined if it takes longer than clients wait. */
  settled: Preparation | undefined;
}

/** Has a mailer's own list cleansed of those who opted out, so that he needn't hold the suppression file at all. */
@Injectable()
export class CleansingsService {
  constructor(
    private readonly accessKeys: AccessKeysService,
    private readonly places: PreparePlaces,
    private readonly mailings: Mailings,
    private readonly requests: CleansingRequests,
    private readonly watch: PreparationWatch,
    @Inject(PREPARE_WAIT_SECONDS) private readonly waitSeconds: number,
  ) {}

  /** @throws the refusals of access-keys.errors, preparations.errors and cleansings.errors */
  async cleanse({ key, token, ip, gone, body }: CleanseRequest): Promise<Cleansed> {
    const access = await this.accessKeys.authorise(key, token);
    refuseUnusable(access);
    return this.places.within(ip, async () => {
      const mailing = await this.mailings.receive(body);
      const { id, dcma } = await this.requests.add(access, mailing).catch(async (error) => {
        await this.mailings.drop(mailing);
        throw error;
      });
      const settled = await this.watch.settled(id, this.waitSeconds * 1_000, gone);
      if (settled?.status === 'failed') throw refusalOf(settled.errorCode, settled.help);
      return { access, dcma, settled };
    });
  }
}
