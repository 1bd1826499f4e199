// Makes the Secrets of an installation that brings its own servers: random passwords, known to the cluster alone. One that is there already is left as it is.
//
//   make-credentials.mjs ADDRESS_OF_THE_API FOLDER_OF_THE_SERVICE_ACCOUNT
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';

const [api, account] = process.argv.slice(2);
const read = (name) => readFileSync(`${account}/${name}`, 'utf8').trim();
const address = `${api}/api/v1/namespaces/${read('namespace')}/secrets`;
const random = () => randomBytes(24).toString('hex');

function database(service, password = random()) {
  return { username: service, password, uri: `postgresql://${service}:${password}@postgres:5432/${service}` };
}

function broker(password = random()) {
  return { username: 'heed', password, connection_string: `amqp://heed:${password}@rabbitmq:5672/` };
}

const services = ['deploy', 'optout', 'collect', 'mailer'];
const secrets = {
  ...Object.fromEntries(services.map((service) => [`${service}-postgres-app`, database(service)])),
  postgres: { POSTGRES_PASSWORD: random() },
  'rabbitmq-default-user': broker(),
  s3: { HEED_S3_ACCESS_KEY: 'heed', HEED_S3_SECRET_KEY: random() },
  'admin-tokens': { HEED_ADMIN_TOKENS: `operator:${random()}` },
};

for (const [name, stringData] of Object.entries(secrets)) {
  const response = await fetch(address, {
    method: 'POST',
    headers: { authorization: `Bearer ${read('token')}`, 'content-type': 'application/json' },
    body: JSON.stringify({ apiVersion: 'v1', kind: 'Secret', metadata: { name }, stringData }),
  });
  if (!response.ok && response.status !== 409) throw new Error(`${name}: ${response.status} ${await response.text()}`);
  console.log(`${name}: ${response.ok ? 'made' : 'there already'}`);
}
