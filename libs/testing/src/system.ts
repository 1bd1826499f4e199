export interface RunningSystem {
  baseUrl: string;
  collectUrl: string;
  mailerUrl: string;
  storageUrl: string;
  amqpUrl: string;
  /** Of each service's HTTP door, past the gateway. */
  adminUrls: Record<'deploy' | 'optout' | 'collect' | 'mailer', string>;
  adminToken: string;
  /** What `heed apply --out` gave for test/e2e/state.yaml: ids, keys and secrets. */
  provisioned: Record<string, unknown>;
}

/** The whole system behind its gateway, started once for all end-to-end tests of a run, before the first of them. */
export async function startSystem(): Promise<RunningSystem> {
  const { HEED_TEST_SYSTEM } = process.env;
  if (!HEED_TEST_SYSTEM) throw new Error('The system runs for *.e2e-spec.ts alone');
  return JSON.parse(HEED_TEST_SYSTEM) as RunningSystem;
}
