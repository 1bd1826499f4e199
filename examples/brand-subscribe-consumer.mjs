/**
 * A complete consumer of `brand-subscribe` events, as a customer's automation would be: it listens on the topic exchange `heed.events` with a durable queue of its own, so nothing is lost
 * while it is away, and prints every event as one line of JSON.
 *
 *   HEED_AMQP_URL=amqp://user:password@host/vhost node examples/brand-subscribe-consumer.mjs [queue]
 *
 * Three habits to copy. The queue is durable and replicated (quorum), with a limit of deliveries. A message is acknowledged after its work is done, so a crash in between brings it
 * again. Delivery is therefore at least once: what was seen already is told by the CloudEvents `id`. A real consumer keeps the ids where its work goes, in the same transaction.
 */
import { connect } from 'amqplib';

const url = process.env.HEED_AMQP_URL;
if (!url) {
  console.error('HEED_AMQP_URL is not set (amqp://user:password@host:port/vhost).');
  process.exit(2);
}
const queue = process.argv[2] ?? 'example.brand-subscribe';
const seen = new Set();

const connection = await connect(url);
const channel = await connection.createChannel();
await channel.checkExchange('heed.events');
await channel.assertQueue(queue, { durable: true, arguments: { 'x-queue-type': 'quorum', 'x-delivery-limit': 20 } });
await channel.bindQueue(queue, 'heed.events', 'brand-subscribe');
await channel.prefetch(10);
await channel.consume(queue, (message) => {
  if (message === null) throw new Error('The broker has removed the queue.');
  const event = JSON.parse(message.content.toString('utf8'));
  if (!seen.has(event.id)) automate(event);
  seen.add(event.id);
  channel.ack(message);
});
console.error(`Listening on ${queue}`);

process.once('SIGTERM', async () => {
  await channel.close();
  await connection.close();
});

/** Where your automation starts: send the welcome mail, tell the CRM. */
function automate(event) {
  console.log(JSON.stringify(event));
}
