/**
 * Writes docs/asyncapi/asyncapi.yaml, the events that customers and our own services can hear, from the catalogue (`--check`: only says whether it is up to date). Needs a build.
 */
import { readFile } from 'node:fs/promises';
import specs from '@asyncapi/specs';
import { Ajv } from 'ajv';
import { stringify } from 'yaml';
import { generated } from './generated.ts';

interface Type {
  name: string;
  description: string;
  envelope: { schema: object };
}

const { eventTypes, serviceQueues, cloudEventsMediaType } = await import(`${'../dist/libs/contracts/src/index.js'}`);
const { version } = JSON.parse(await readFile('package.json', 'utf8'));
const types: Type[] = eventTypes;

const each = <T>(value: (type: Type) => T) => Object.fromEntries(types.map((type) => [type.name, value(type)]));
const ref = ($ref: string) => ({ $ref });

const document = {
  asyncapi: '3.0.0',
  info: {
    title: 'Events of Heed',
    version,
    description: [
      'Bind a durable queue of your own to the topic exchange `heed.events`, with the names of the events that you want as routing keys.',
      'Each message is a CloudEvents 1.0 envelope in its structured JSON form, persistent; `message_id` is the id of the event.',
      'What was committed is published at least once, in no promised order: go by `id`, and by `version` where there is one.',
      'Ignore fields that you do not know.',
    ].join('\n'),
    license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
  },
  defaultContentType: cloudEventsMediaType,
  channels: each(({ name, description }) => ({
    address: name,
    description: [description, ...heardBy(name)].join('\n'),
    messages: { [name]: ref(`#/components/messages/${name}`) },
    bindings: {
      amqp: {
        is: 'routingKey',
        exchange: { name: 'heed.events', type: 'topic', durable: true, autoDelete: false },
        bindingVersion: '0.3.0',
      },
    },
  })),
  operations: each(({ name, description }) => ({
    action: 'send',
    summary: description,
    channel: ref(`#/channels/${name}`),
    messages: [ref(`#/channels/${name}/messages/${name}`)],
    bindings: { amqp: { deliveryMode: 2, mandatory: true, bindingVersion: '0.3.0' } },
  })),
  components: {
    messages: each(({ name, description, envelope }) => ({
      name,
      summary: description,
      contentType: cloudEventsMediaType,
      headers: ref('#/components/schemas/headers'),
      payload: envelope.schema,
      bindings: { amqp: { messageType: name, bindingVersion: '0.3.0' } },
    })),
    schemas: {
      headers: {
        type: 'object',
        properties: {
          'x-request-id': {
            type: 'string',
            description: 'The request that it came from, as in its answer and in the logs',
          },
          'x-cause-id': { type: 'string', format: 'uuid', description: 'The event that it came from' },
        },
      },
    },
  },
};

check(document);
await generated('docs/asyncapi/asyncapi.yaml', stringify(document, { lineWidth: 0, aliasDuplicateObjects: false }));

function heardBy(name: string): string[] {
  const queues = serviceQueues.filter(({ eventType }: { eventType: Type }) => eventType.name === name);
  return queues.length > 0
    ? [`Our own services hear it on: ${queues.map((queue: Type) => queue.name).join(', ')}.`]
    : [];
}

/** Throws unless the document is what the AsyncAPI specification says. */
function check(document: object): void {
  const { $schema: _draft7, ...schema } = specs.schemasWithoutId['3.0.0'] as Record<string, unknown>;
  const ajv = new Ajv({ strict: false, validateFormats: false });
  if (!ajv.validate(schema, document)) throw new Error(`not a valid AsyncAPI document: ${ajv.errorsText()}`);
}
