export type S3Kind = 'minio' | 'radosgw';

export interface S3Address {
  kind: S3Kind;
  host: string;
  port: number;
  /** `http://127.0.0.1:<port>` */
  endpoint: string;
  region: string;
  accessKey: string;
  secretKey: string;
}
