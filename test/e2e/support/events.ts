import { connect } from 'amqplib';

export interface Event {
  id: string;
  type: string;
  source: string;
  specversion: string;
  data: Record<string, unknown>;
}

/** Events of one type from now on, as a customer's queue gets them. */
export async function listen(amqpUrl: string, type: string) {
  const events: (Event & { messageId: string })[] = [];
  const connection = await connect(amqpUrl);
  const channel = await connection.createChannel();
  // There already, unless no service has been up yet.
  await channel.assertExchange('heed.events', 'topic', { durable: true });
  const { queue } = await channel.assertQueue('', { exclusive: true });
  await channel.bindQueue(queue, 'heed.events', type);
  await channel.consume(
    queue,
    (message) => {
      if (message) events.push({ ...JSON.parse(message.content.toString()), messageId: message.properties.messageId });
    },
    { noAck: true },
  );
  return { events, close: () => connection.close() };
}
