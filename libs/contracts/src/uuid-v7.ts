import { randomFillSync } from 'node:crypto';

/** Random bytes in stock: to ask for sixteen at a time costs more than all the rest. Those that were taken are overwritten. */
const stock = Buffer.alloc(4_096);
let taken = stock.length;

/** A UUID of version 7 (RFC 9562): it begins with the time in milliseconds, so that the inbox's index grows at its end instead of all over. */
export function uuidV7(now = Date.now()): string {
  if (taken === stock.length) {
    randomFillSync(stock);
    taken = 0;
  }
  const bytes = stock.subarray(taken, taken + 16);
  taken += 16;
  bytes.writeUIntBE(now, 0, 6);
  bytes[6] = 0x70 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
