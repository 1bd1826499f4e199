/** The storage settings of a service's configuration. Both URLs are origins: S3 signatures leave no room for a path. */
export interface StorageSettings {
  s3Endpoint: string;
  s3PublicUrl: string;
  s3Region: string;
  s3Bucket: string;
  s3AccessKey: string;
  s3SecretKey: string;
}

export interface PutOptions {
  contentType: string;
  /** Size of a part, in bytes: 5 MiB to 5 GiB, 16 MiB if not given. S3 takes 10,000 parts, so it bounds the object as well; about three of them are held in memory. */
  partBytes?: number;
  /**
   * Called with each part (or all of a smaller object) before it is sent, and where the part begins: for formats that have in front what is known behind. Completes the part in place; if it can't yet, it returns
   * false, and the part is held in memory until all others have been sent.
   */
  finish?: (part: Buffer, offset: number) => boolean;
}

export interface StoredObject {
  /** Bytes. */
  size: number;
  etag: string;
}

export interface ObjectStat extends StoredObject {
  lastModified: Date;
}

export interface ListedObject extends ObjectStat {
  key: string;
}
