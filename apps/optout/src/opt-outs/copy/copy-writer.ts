/**
 * Makes the input of `COPY … FROM STDIN (FORMAT binary)`, gathered into chunks of some hundred KiB.
 *
 * Two chunks are used in turn, because memory outside of V8's heap that is thrown away makes V8 collect its whole heap again and again: whoever asks for the next chunk has sent the last one
 * but one. A COPY waits for each to be sent.
 */
const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const CHUNK_BYTES = 262_144;

export class CopyWriter {
  private chunk: Buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  private other: Buffer | undefined;
  private at = SIGNATURE.copy(this.chunk);

  /** Opens a row. `bytes` is the most that it can take, counted with 4 a field. @returns a full chunk to be sent first, if the row wouldn't fit behind it. */
  row(fields: number, bytes: number): Buffer | undefined {
    let full: Buffer | undefined;
    if (this.at + bytes + 2 > CHUNK_BYTES) {
      full = this.chunk.subarray(0, this.at);
      const next = this.other ?? Buffer.allocUnsafeSlow(CHUNK_BYTES);
      this.other = this.chunk;
      this.chunk = next;
      this.at = 0;
    }
    this.at = this.chunk.writeInt16BE(fields, this.at);
    return full;
  }

  int4(value: number): void {
    this.at = this.chunk.writeInt32BE(value, this.chunk.writeInt32BE(4, this.at));
  }

  int8(value: bigint): void {
    this.at = this.chunk.writeBigInt64BE(value, this.chunk.writeInt32BE(8, this.at));
  }

  bytes(value: Uint8Array): void {
    this.at = this.chunk.writeInt32BE(value.length, this.at);
    this.chunk.set(value, this.at);
    this.at += value.length;
  }

  nothing(): void {
    this.at = this.chunk.writeInt32BE(-1, this.at);
  }

  /** The last chunk, with the trailer. */
  end(): Buffer {
    const trailer = Buffer.from([0xff, 0xff]);
    return this.at + 2 > CHUNK_BYTES
      ? Buffer.concat([this.chunk.subarray(0, this.at), trailer])
      : this.chunk.subarray(0, this.chunk.writeInt16BE(-1, this.at));
  }
}
