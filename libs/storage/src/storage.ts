import type { Readable } from 'node:stream';
import type { Client } from 'minio';
import { ensureBucket } from './bucket.js';
import { s3Client } from './client.js';
import { attachment } from './content-disposition.js';
import { ObjectMissing, storageError } from './errors.js';
import type { ListedObject, ObjectStat, PutOptions, StorageSettings, StoredObject } from './types.js';
import { Upload } from './upload.js';

/** The one bucket of the installation. Keys begin with `uploads/`, `downloads/`, `suppression/` or `cleanse/`, and are used for one object only. */
export class Storage {
  private readonly client: Client;
  private readonly publicClient: Client;
  private readonly bucket: string;

  constructor(private readonly settings: StorageSettings) {
    this.bucket = settings.s3Bucket;
    this.client = s3Client(settings.s3Endpoint, settings);
    // The host is part of a signature: what clients are given must be signed for the address that they use.
    this.publicClient = s3Client(settings.s3PublicUrl, settings);
  }

  /** A URL to which whoever has it may PUT this object, as often as he likes and of any size, for so many seconds (at most 7 days). An upload that has begun may finish later. */
  presignPut(key: string, { expiresSeconds }: { expiresSeconds: number }): Promise<string> {
    return this.publicClient.presignedPutObject(this.bucket, key, expiresSeconds);
  }

  /** A URL from which whoever has it may GET this object, also one that doesn't exist yet (404 until then), for so many seconds (at most 7 days). */
  presignGet(key: string, get: { expiresSeconds: number; fileName: string; contentType: string }): Promise<string> {
    return this.publicClient.presignedGetObject(this.bucket, key, get.expiresSeconds, {
      'response-content-disposition': attachment(get.fileName),
      'response-content-type': get.contentType,
    });
  }

  /**
   * Writes an object of any size, whole or not at all. If the source throws, nothing is left behind and the error is passed on.
   * @throws {@link StorageRefused}
   */
  async put(key: string, body: AsyncIterable<Buffer> | Iterable<Buffer>, options: PutOptions): Promise<StoredObject> {
    return this.asking(key, () => new Upload(this.client, this.bucket, key, options).from(body));
  }

  /**
   * The bytes from `start` (0 if not given) to `end` (included; the last one if not given). A connection that breaks makes the stream fail, so what ended well is complete.
   * @throws {@link ObjectMissing}, {@link StorageRefused}, and {@link ObjectChanged} if `ifMatch` is given and isn't the object's ETag
   */
  async get(key: string, range: { start?: number; end?: number; ifMatch?: string } = {}): Promise<Readable> {
    const headers: Record<string, string> = {};
    if (range.start || range.end !== undefined) headers.range = `bytes=${range.start ?? 0}-${range.end ?? ''}`;
    if (range.ifMatch) headers['if-match'] = `"${range.ifMatch}"`;
    const request = { method: 'GET', bucketName: this.bucket, objectName: key, headers };
    return this.asking(key, () => this.client.makeRequestAsync(request, '', [200, 206]));
  }

  /**
   * What the storage knows of an object, or undefined if it isn't there.
   * @throws {@link StorageRefused}
   */
  async stat(key: string): Promise<ObjectStat | undefined> {
    try {
      const { size, etag, lastModified } = await this.asking(key, () => this.client.statObject(this.bucket, key));
      return { size, etag, lastModified };
    } catch (error) {
      if (error instanceof ObjectMissing) return undefined;
      throw error;
    }
  }

  /** Removes an object; one that isn't there is fine. */
  async remove(key: string): Promise<void> {
    await this.asking(key, () => this.client.removeObject(this.bucket, key));
  }

  /** All objects whose keys begin with the prefix, by key. */
  async *list(prefix: string): AsyncGenerator<ListedObject> {
    for await (const item of this.client.listObjectsV2(this.bucket, prefix, true)) {
      yield { key: item.name, size: item.size, etag: item.etag, lastModified: item.lastModified };
    }
  }

  /** Makes the bucket and its expiry rules where they aren't there yet. */
  ensureBucket(): Promise<void> {
    return ensureBucket(this.client, this.settings);
  }

  /** Fails unless the bucket can be reached with our key. */
  async check(): Promise<void> {
    if (!(await this.client.bucketExists(this.bucket))) throw new Error(`no bucket ${this.bucket}`);
  }

  private async asking<T>(key: string, request: () => Promise<T>): Promise<T> {
    try {
      return await request();
    } catch (error) {
      throw storageError(error, key);
    }
  }
}
