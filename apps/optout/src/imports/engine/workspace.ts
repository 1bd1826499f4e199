import { Injectable } from '@nestjs/common';
import { type KeyBytes, Records } from '../../opt-outs/index.js';
import type { ImportTarget } from './import.types.js';

/** 1.6 million MD5 keys, or 1.3 million with the places of their plain values. A range or a slice of usual files fits; what doesn't is spilled in pieces. */
const WORDS = 6_500_000;
const ARENA_BYTES = 32 * 1_048_576;

/** The memory in which a worker sorts, the same for every part: parts of whatever imports take turns, so that a worker's memory is bounded and nothing is left to collect. */
@Injectable()
export class Workspace {
  private words: Uint32Array | undefined;
  private spare: Uint32Array | undefined;
  private arena: Buffer | undefined;
  private turn: Promise<unknown> = Promise.resolve();

  /** Runs the work when all earlier works have ended. */
  use<T>(target: ImportTarget, work: (records: Records) => Promise<T>): Promise<T> {
    const result = this.turn.then(async () => {
      const records = this.records(target);
      try {
        return await work(records);
      } finally {
        this.words = records.words;
        this.spare = records.spare;
      }
    });
    this.turn = result.catch(() => undefined);
    return result;
  }

  private records(target: ImportTarget): Records {
    this.words ??= new Uint32Array(WORDS);
    this.spare ??= new Uint32Array(WORDS);
    this.arena ??= Buffer.alloc(ARENA_BYTES);
    return new Records(keyBytesOf(target), target.storage === 'plain', {
      words: this.words,
      spare: this.spare,
      arena: this.arena,
    });
  }
}

export function keyBytesOf(target: ImportTarget): KeyBytes {
  return target.storage === 'sha512' ? 64 : 16;
}
