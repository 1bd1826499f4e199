import { connect } from 'node:net';

/** What a server answers to bytes that no decent client would send. */
export function rawRequest(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    connect(Number(port), hostname)
      .on('data', (chunk) => chunks.push(chunk))
      .on('error', reject)
      .on('close', () => resolve(Buffer.concat(chunks).toString('utf8')))
      .end(bytes);
  });
}
