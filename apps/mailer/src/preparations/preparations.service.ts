import { Inject, Injectable } from '@nestjs/common';
import type { Access } from '../access-keys/access.js';
import { AccessKeysService } from '../access-keys/access-keys.service.js';
import { PreparationWatch } from './preparation-watch.js';
import { refusalOf } from './preparations.errors.js';
import { PreparePlaces } from './prepare-places.js';
import { readPrepareQuery } from './prepare-query.js';
import { PREPARE_WAIT_SECONDS } from './prepare-wait.js';
import { SuppressionRequests } from './suppression-requests.js';
import { type WantedFile, wantedFile } from './wanted-file.js';

export interface PrepareRequest {
  key: string;
  query: Record<string, string | undefined>;
  ip: string;
  /** Aborted when the client has left. */
  gone: AbortSignal;
}

export interface Prepared {
  access: Access;
  file: WantedFile;
  /** Download token of the link. */
  dcma: string;
}

/** Has a suppression file made for a mailer, and waits for it as long as clients do. */
@Injectable()
export class PreparationsService {
  constructor(
    private readonly accessKeys: AccessKeysService,
    private readonly requests: SuppressionRequests,
    private readonly places: PreparePlaces,
    private readonly watch: PreparationWatch,
    @Inject(PREPARE_WAIT_SECONDS) private readonly waitSeconds: number,
  ) {}

  /** @throws the refusals of access-keys.errors and preparations.errors */
  async prepare({ key, query, ip, gone }: PrepareRequest): Promise<Prepared> {
    const access = await this.accessKeys.authorise(key, query.token);
    const file = wantedFile(access, readPrepareQuery(query));
    return this.places.within(ip, async () => {
      const { id, dcma } = await this.requests.add(access, file);
      const settled = await this.watch.settled(id, this.waitSeconds * 1_000, gone);
      if (settled?.status === 'failed') throw refusalOf(settled.errorCode, settled.help);
      return { access, file, dcma };
    });
  }
}
