import type { Connection } from './connection/connection.js';
import type { Output } from './output/output.js';

/** What every command has at hand; made from the global flags when the command runs. */
export interface CommandContext {
  connection(): Connection;
  output(): Output;
}
