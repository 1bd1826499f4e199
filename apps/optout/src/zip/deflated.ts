/** Text on its way into a ZIP: compressed (raw deflate, RFC 1951), with what the ZIP's directory says about it. */
export interface Deflated {
  /** Compressed bytes. A chunk is good until the next one is asked for. */
  readonly chunks: AsyncIterable<Buffer>;
  /** Of the text; final when the chunks have ended. */
  readonly sums: TextSums;
}

export interface TextSums {
  /** CRC-32, unsigned. */
  crc: number;
  /** Bytes. */
  size: number;
}
