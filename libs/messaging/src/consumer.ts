import type { ConfirmChannel, ConsumeMessage } from 'amqplib';
import type { Reception } from './reception.js';

/** What becomes of the messages of one queue. */
export interface Consumer {
  /** Called for each message in the order of delivery. */
  receive(message: ConsumeMessage, channel: ConfirmChannel, reception: Reception): void;
  /** Resolves when nothing is being handled any more. */
  drained(): Promise<void>;
}
