import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AdminClient } from '../connection/admin-client.js';
import { type Connection, type Service, services } from '../connection/connection.js';

interface Call {
  service: Service;
  method: string;
  path: string;
  body: Record<string, unknown>;
}

type Answer = { status?: number; body: unknown };

/** Four admin APIs that take whatever they are sent, note it, and answer as services do: a change for every section that came, and the state with ids. */
export async function fakeInstallation(answers: (call: Call) => Answer | undefined = () => undefined) {
  const calls: Call[] = [];
  const servers = await Promise.all(services.map((service) => listen(service, calls, answers)));
  const clients = services.map((service, index) => {
    const { port } = servers[index]!.address() as AddressInfo;
    return [service, new AdminClient(service, `http://127.0.0.1:${port}`, 'let-me-in')];
  });
  const connection: Connection = { admin: Object.fromEntries(clients), collectUrl: 'https://collect.example' };
  return {
    connection,
    calls,
    /** What was written, not only tried. */
    writes: () => calls.filter(({ path }) => path.includes('dryRun=false')),
    close: () => Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve)))),
  };
}

function listen(service: Service, calls: Call[], answers: (call: Call) => Answer | undefined): Promise<Server> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const call = { service, method: request.method!, path: request.url!, body: text === '' ? {} : JSON.parse(text) };
    calls.push(call);
    const { status = 200, body } = answers(call) ?? { body: usual(call) };
    response.writeHead(status, { 'content-type': 'application/json', connection: 'close' }).end(JSON.stringify(body));
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

function usual({ service, method, path, body }: Call): unknown {
  if (path.endsWith('/directory')) return { lists: { '00000000000000a1': 3 }, users: { u1: 3 } };
  if (method === 'GET') return {};
  if (service !== 'optout') return { changes: [{ kind: service, name: 'it', action: 'created' }], state: body };
  const lists = (body.lists as { name: string }[] | undefined)?.map((list) => ({
    id: '00000000000000a1',
    version: 3,
    ...list,
  }));
  const users = [
    { name: 'operations', id: 'u1', version: 2, tokens: [{ name: 'ci', id: 't1', token: 'hd_tok_t1_secret' }] },
  ];
  return { changes: [{ kind: 'list', name: 'Newsletter', action: 'created' }], state: { lists, users } };
}
