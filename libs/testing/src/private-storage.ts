import { possibleS3Kinds, type S3Address, startServers } from '../../../tools/servers/index.ts';
import { type PrivateServer, privateServer } from './private-server.js';
import { type TestStorage, testStorage } from './test-storage.js';

/** An S3 server of the test's own, with a bucket, which it may kill and start again. Objects outlive that. */
export async function privateStorage(): Promise<PrivateServer & { settings: TestStorage }> {
  const kind = possibleS3Kinds()[0]!;
  let address: S3Address | undefined;
  const server = await privateServer(kind, async (instance) => {
    address = (await startServers({ ...instance, s3: kind })).s3;
    return address.endpoint;
  });
  return { ...server, settings: await testStorage(address) };
}
