import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { Client } from 'minio';
import type { StorageSettings } from './types.js';

/** A connection that says nothing for so long is dead; S3 takes some seconds to put a large object together. */
const SILENCE_MS = 120_000;

/** A client for one address of the storage. With the region given it signs without asking the server where the bucket is. Retries are ours: the client's own write to the console. */
export function s3Client(address: string, settings: StorageSettings): Client {
  const url = new URL(address);
  const useSSL = url.protocol === 'https:';
  return new Client({
    endPoint: url.hostname,
    port: url.port ? Number(url.port) : useSSL ? 443 : 80,
    useSSL,
    region: settings.s3Region,
    accessKey: settings.s3AccessKey,
    secretKey: settings.s3SecretKey,
    pathStyle: true,
    transportAgent: useSSL ? watched(new https.Agent(AGENT)) : watched(new http.Agent(AGENT)),
    retryOptions: { disableRetry: true },
  });
}

const AGENT = { keepAlive: true, timeout: SILENCE_MS };

/** Node only reports a silent connection; somebody has to end it. */
function watched<A extends http.Agent>(agent: A): A {
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (options, callback) => {
    const socket = connect(options, callback) as Socket;
    socket.on('timeout', () => socket.destroy(new Error('the storage went silent')));
    return socket;
  };
  return agent;
}
