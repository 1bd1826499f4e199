import { duration, integer, list, networks, oneOf, secret, text, url } from './setting.js';

/** Settings that several services share; each service picks the groups that it needs. */

const logSettings = {
  logLevel: oneOf('HEED_LOG_LEVEL', ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
    default: 'info',
    doc: 'Least severe level that is logged',
  }),
};

export const httpSettings = {
  ...logSettings,
  host: text('HEED_HOST', { default: '127.0.0.1', doc: 'Address to listen on' }),
  port: integer('HEED_PORT', { default: 8080, min: 0, max: 65_535, doc: 'Port to listen on; 0 takes a free one' }),
  bodyLimitBytes: integer('HEED_BODY_LIMIT_BYTES', {
    default: 1_048_576,
    min: 1_024,
    max: 67_108_864,
    doc: 'Largest body of a request, in bytes',
  }),
  mostRequests: integer('HEED_MOST_REQUESTS', {
    default: 1_000,
    min: 10,
    max: 100_000,
    doc: 'Most requests of one process that are under way at a time; beyond it the answer is 503 at once',
  }),
  mostWaitMs: duration('HEED_MOST_WAIT', {
    default: 2_000,
    min: 100,
    max: 60_000,
    doc: 'A request that would wait longer than this for a connection to the database is answered 503 at once',
  }),
  docsUrl: url('HEED_DOCS_URL', {
    doc: 'Base of the `type` URIs in error bodies: `/docs` of the gateway at HEED_BASE_URL, or wherever its pages are served',
  }),
  trustedProxies: networks('HEED_TRUSTED_PROXIES', {
    default: ['loopback'],
    doc: 'Addresses or networks whose X-Forwarded-For is believed: IP, CIDR, loopback, linklocal, uniquelocal',
  }),
  shutdownMs: duration('HEED_SHUTDOWN_TIMEOUT', {
    default: 25_000,
    min: 1_000,
    doc: 'Longest time that work in hand may take after SIGTERM',
  }),
  tracesUrl: url('HEED_TRACES_URL', {
    default: '',
    doc: 'Where spans are sent by OTLP over HTTP, such as `http://collector:4318/v1/traces`; nothing is traced without it',
  }),
  tracesPercent: integer('HEED_TRACES_PERCENT', {
    default: 100,
    min: 0,
    max: 100,
    doc: 'Of the traces that begin here, how many percent are recorded; what comes in recorded always is',
  }),
};

export const adminSettings = {
  adminTokens: list('HEED_ADMIN_TOKENS', {
    secret: true,
    doc: 'Tokens of the admin API as name:token, separated by commas; the name goes to the audit trail',
  }),
  stateLimitBytes: integer('HEED_STATE_LIMIT_BYTES', {
    default: 67_108_864,
    min: 1_048_576,
    max: 268_435_456,
    doc: 'Largest state that the admin API takes (`heed apply`), in bytes of JSON; 100,000 brands are some 25 million',
  }),
  auditKeepMs: duration('HEED_AUDIT_KEEP', {
    default: 34_560_000_000,
    min: 2_592_000_000,
    doc: 'How long the audit trail of admin actions is kept',
  }),
};

export const databaseSettings = {
  databaseUrl: url('HEED_DATABASE_URL', {
    schemes: ['postgres', 'postgresql'],
    secret: true,
    doc: "The service's own database",
  }),
  databasePool: integer('HEED_DATABASE_POOL', {
    default: 10,
    min: 1,
    max: 200,
    doc: 'Most connections that one process opens',
  }),
};

export const messagingSettings = {
  amqpUrl: url('HEED_AMQP_URL', {
    schemes: ['amqp', 'amqps'],
    secret: true,
    doc: 'RabbitMQ, with user, password and virtual host',
  }),
};

export const storageSettings = {
  s3Endpoint: url('HEED_S3_ENDPOINT', { doc: 'S3 as the services reach it' }),
  s3PublicUrl: url('HEED_S3_PUBLIC_URL', { doc: 'S3 as clients reach it; pre-signed URLs carry it' }),
  s3Region: text('HEED_S3_REGION', { default: 'us-east-1', doc: 'Region that signatures name' }),
  s3Bucket: text('HEED_S3_BUCKET', { default: 'heed', doc: 'Bucket of uploads, downloads and suppression files' }),
  s3AccessKey: secret('HEED_S3_ACCESS_KEY', {
    doc: 'Access key; it must be allowed to list the bucket, or a missing file is 403 instead of 404',
  }),
  s3SecretKey: secret('HEED_S3_SECRET_KEY', { doc: 'Secret key' }),
};

export const mailerUrlSettings = {
  mailerUrl: url('HEED_MAILER_URL', { doc: 'Address of mailer delivery as clients see it' }),
};
