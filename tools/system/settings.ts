import type { Service } from './doors.ts';

/** Where the servers are that a system stands on. */
export interface Foundation {
  /** One database a service, each opened by a role of its own. */
  databaseUrls: Record<Service, string>;
  amqpUrl: string;
  s3: { endpoint: string; region: string; bucket: string; accessKey: string; secretKey: string };
  /** Where spans are sent, if they are. */
  tracesUrl?: string;
}

export interface PublicAddresses {
  baseUrl: string;
  collectUrl: string;
  mailerUrl: string;
}

/** The gateway's own pages, where the `type` of problems leads. */
export const docsUrl = (baseUrl: string) => `${baseUrl}/docs`;

/** The environment of every door of one service but for its port. */
export function settingsOf(
  service: Service,
  foundation: Foundation,
  addresses: PublicAddresses,
  adminToken: string,
): Record<string, string> {
  const { s3 } = foundation;
  return {
    HEED_BASE_URL: addresses.baseUrl,
    HEED_COLLECT_URL: addresses.collectUrl,
    HEED_MAILER_URL: addresses.mailerUrl,
    HEED_DOCS_URL: docsUrl(addresses.baseUrl),
    HEED_ADMIN_TOKENS: `local:${adminToken}`,
    HEED_DATABASE_URL: foundation.databaseUrls[service],
    HEED_AMQP_URL: foundation.amqpUrl,
    HEED_S3_ENDPOINT: s3.endpoint,
    HEED_S3_PUBLIC_URL: s3.endpoint,
    HEED_S3_REGION: s3.region,
    HEED_S3_BUCKET: s3.bucket,
    HEED_S3_ACCESS_KEY: s3.accessKey,
    HEED_S3_SECRET_KEY: s3.secretKey,
    ...(foundation.tracesUrl && { HEED_TRACES_URL: foundation.tracesUrl }),
  };
}
