/** POSTs to endpoints of customers: only to permitted addresses, whatever their names resolve to; no redirects, no proxies, nothing of the answer but its status and Retry-After. */
import { lookup as resolve } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { PermittedAddresses } from './permitted-addresses.js';
import { WEBHOOK_SETTINGS, type WebhookSettings } from './webhook-settings.js';

/** An answer that is longer costs the endpoint its connection. */
const MOST_ANSWER_BYTES = 16_384;

const refused = () => Object.assign(new Error('the address is not public'), { code: 'ADDRESS_REFUSED' });

export interface WebhookAnswer {
  status: number;
  /** As it was sent. */
  retryAfter: string | undefined;
}

@Injectable()
export class WebhookSender implements OnModuleDestroy {
  private readonly permitted: PermittedAddresses;
  private readonly timeoutMs: number;
  private readonly http: http.Agent;
  private readonly https: https.Agent;

  constructor(@Inject(WEBHOOK_SETTINGS) { webhookAllowPrivate, webhookTimeoutMs }: WebhookSettings) {
    this.permitted = new PermittedAddresses(webhookAllowPrivate);
    this.timeoutMs = webhookTimeoutMs;
    this.http = new http.Agent({ keepAlive: true, timeout: webhookTimeoutMs });
    this.https = new https.Agent({ keepAlive: true, timeout: webhookTimeoutMs });
  }

  onModuleDestroy(): void {
    this.http.destroy();
    this.https.destroy();
  }

  /** @throws where there is none; the error's code says why, without any address */
  post(url: string, headers: http.OutgoingHttpHeaders, body: string): Promise<WebhookAnswer> {
    const target = new URL(url);
    const host = target.hostname.replace(/^\[|\]$/g, '');
    // Only names are looked up: an address is connected to at once.
    if (isIP(host) > 0 && !this.permitted.has(host)) return Promise.reject(refused());
    const [client, agent] = target.protocol === 'https:' ? [https, this.https] : [http, this.http];
    return new Promise((settle, reject) => {
      const request = client.request(target, {
        method: 'POST',
        agent,
        lookup: this.lookup,
        signal: AbortSignal.timeout(this.timeoutMs),
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      });
      request.on('error', reject);
      const answered = (response: http.IncomingMessage) =>
        settle({ status: response.statusCode!, retryAfter: response.headers['retry-after'] });
      request.on('response', (response) => {
        answered(response);
        discard(response);
      });
      // 101, which nobody has asked for. Unheard it would end the connection and leave this waiting for ever.
      request.on('upgrade', (response, socket) => {
        answered(response);
        socket.destroy();
      });
      request.end(body);
    });
  }

  /** What it gives is what is connected to, so a name that changes its mind between check and use gains nothing. */
  private readonly lookup: LookupFunction = (name, options, callback) =>
    resolve(name, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '');
      const permitted = addresses.filter(({ address }) => this.permitted.has(address));
      if (permitted.length === 0) return callback(refused(), '');
      if (options.all) return callback(null, permitted);
      callback(null, permitted[0]!.address, permitted[0]!.family);
    });
}

/** Reads the rest of an answer, so that its connection can be used again. */
function discard(response: http.IncomingMessage): void {
  let bytes = 0;
  response.on('error', () => undefined);
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MOST_ANSWER_BYTES) response.destroy();
  });
}
