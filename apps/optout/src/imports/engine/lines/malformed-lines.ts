import { maskLine } from './mask-line.js';

export const MALFORMED_REASONS = ['too_long', 'not_utf8', 'other_hash', 'no_email_address', 'no_phone_number'] as const;

/** `other_hash`: hexadecimal digits, but not as many as the list's hashes have. */
export type MalformedReason = (typeof MALFORMED_REASONS)[number];

export interface MalformedLine {
  /** The line's number within what was read, from 1. */
  readonly at: number;
  readonly reason: MalformedReason;
  /** Masked; of lines that are too long nothing is kept. */
  readonly value?: string;
}

/** The first malformed lines of a range; of a file that is malformed throughout no more than these are held. */
export class MalformedLines {
  readonly found: MalformedLine[] = [];

  constructor(private readonly limit: number) {}

  add(at: number, reason: MalformedReason, text?: string): void {
    if (this.found.length === this.limit) return;
    this.found.push({ at, reason, ...(text !== undefined && { value: maskLine(text) }) });
  }
}
