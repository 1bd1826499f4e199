import { connect } from 'node:net';

/** What a server answers to bytes that no decent client would send, which must have it close the connection. */
export function rawRequest(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    // Not ended from here: a client that hangs up gets no answer.
    connect(Number(port), hostname)
      .on('data', (chunk) => chunks.push(chunk))
      .on('error', reject)
      .on('close', () => resolve(Buffer.concat(chunks).toString('utf8')))
      .write(bytes);
  });
}
