/** Settings that every door has, for those under test: it says nothing, and has limits that no test comes near by chance. */
export const doorConfig = {
  logLevel: 'silent',
  host: '127.0.0.1',
  port: 0,
  bodyLimitBytes: 1_048_576,
  mostRequests: 1_000,
  mostWaitMs: 1_000,
  stateLimitBytes: 4_194_304,
  docsUrl: 'https://docs.example',
  trustedProxies: ['loopback'],
  shutdownMs: 5_000,
  tracesUrl: '',
  tracesPercent: 0,
  auditKeepMs: 2_592_000_000,
};
