import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'minio';
import { PartBuffers, parts } from './parts.js';
import type { PutOptions, StoredObject } from './types.js';

const PART_BYTES = 16 * 1024 * 1024;
const PARTS_IN_FLIGHT = 2;
const ATTEMPTS = 3;

/**
 * Writes one object of unknown size: a plain PUT if it fits into a part, else a multipart upload, which the storage shows whole or not at all. Whoever fails cleans up: the upload is aborted
 * and its parts are gone. A process that is killed, or that can't reach the storage any more, leaves an upload that the bucket's own rules remove after a day.
 *
 * The client's own `putObject` isn't used: without a size it gathers parts of 528 MiB, it never aborts, and it continues an unfinished upload of the same key, also somebody else's.
 */
export class Upload {
  private readonly etags: { part: number; etag: string }[] = [];
  private size = 0;

  constructor(
    private readonly client: Client,
    private readonly bucket: string,
    private readonly key: string,
    private readonly options: PutOptions,
  ) {}

  async from(chunks: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<StoredObject> {
    const partBytes = this.options.partBytes ?? PART_BYTES;
    const buffers = new PartBuffers(partBytes);
    const stream = parts(chunks, buffers);
    try {
      const first = (await stream.next()).value ?? Buffer.alloc(0);
      return await (first.length < partBytes ? this.single(first) : this.multipart(first, stream, buffers));
    } finally {
      // A source that isn't read to its end has to be told: it may hold a connection that would wait for ever.
      await stream.return(undefined);
    }
  }

  private async single(body: Buffer): Promise<StoredObject> {
    this.options.finish?.(body, 0);
    const { etag } = await attempts(() =>
      this.client.putObject(this.bucket, this.key, body, body.length, this.headers),
    );
    return { size: body.length, etag };
  }

  private async multipart(first: Buffer, rest: AsyncGenerator<Buffer>, buffers: PartBuffers): Promise<StoredObject> {
    const uploadId = await attempts(() => this.client.initiateNewMultipartUpload(this.bucket, this.key, this.headers));
    const inFlight = new Set<Promise<void>>();
    const held: { number: number; part: Buffer; offset: number }[] = [];
    const { finish = () => true } = this.options;
    let number = 0;
    let offset = 0;
    const send = async (part: Buffer) => {
      const next = { number: ++number, part, offset };
      offset += part.length;
      if (!finish(part, next.offset)) {
        held.push(next);
        return;
      }
      const sent = this.send(uploadId, number, part).then(() => buffers.giveBack(part));
      this.track(inFlight, sent);
      if (inFlight.size >= PARTS_IN_FLIGHT) await Promise.race(inFlight);
    };
    try {
      await send(first);
      for await (const part of rest) await send(part);
      for (const late of held) {
        finish(late.part, late.offset);
        this.track(inFlight, this.send(uploadId, late.number, late.part));
      }
      await Promise.all(inFlight);
      this.etags.sort((a, b) => a.part - b.part);
      const { etag } = await attempts(() =>
        this.client.completeMultipartUpload(this.bucket, this.key, uploadId, this.etags),
      );
      return { size: this.size, etag: etag || (await this.etagNow()) };
    } catch (error) {
      await Promise.allSettled(inFlight);
      await this.client.abortMultipartUpload(this.bucket, this.key, uploadId).catch(() => undefined);
      throw error;
    }
  }

  private async send(uploadId: string, number: number, part: Buffer): Promise<void> {
    const query = `partNumber=${number}&uploadId=${encodeURIComponent(uploadId)}`;
    const request = { method: 'PUT', bucketName: this.bucket, objectName: this.key, query };
    const response = await attempts(() => this.client.makeRequestAsyncOmit({ ...request, headers: {} }, part));
    this.etags.push({ part: number, etag: String(response.headers.etag).replaceAll('"', '') });
    this.size += part.length;
  }

  /** The client can't read every server's answer to the end of an upload (Ceph's not). */
  private async etagNow(): Promise<string> {
    return (await this.client.statObject(this.bucket, this.key)).etag;
  }

  /** A failed part stays in the set, so that whoever waits for the set hears of it. */
  private track(inFlight: Set<Promise<void>>, part: Promise<void>): void {
    inFlight.add(part);
    part.then(
      () => inFlight.delete(part),
      () => undefined,
    );
  }

  private get headers() {
    return { 'Content-Type': this.options.contentType };
  }
}

/** Each request of an upload is the same however often it is sent, so a short trouble of the storage doesn't cost the whole object. */
async function attempts<T>(send: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send();
    } catch (error) {
      if (attempt === ATTEMPTS || isRefusal(error)) throw error;
      await pause(200 * 4 ** attempt * (0.5 + Math.random()));
    }
  }
}

const PASSING = new Set(['SlowDown', 'InternalError', 'ServiceUnavailable', 'RequestTimeout']);

/** An answer that S3 would repeat. Errors without an S3 code come from the connection. */
function isRefusal(error: unknown): boolean {
  const { name, code } = error as { name?: string; code?: string };
  return name === 'S3Error' && !!code && !PASSING.has(code);
}
