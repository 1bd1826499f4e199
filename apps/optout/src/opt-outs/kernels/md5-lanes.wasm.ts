/**
 * MD5 of four short values at once, as WebAssembly with SIMD: four times what the same steps take one value after the other, and hashing is most of what reading addresses costs.
 * It is one function without a branch, so it is put together here, instruction by instruction, and needs no compiler beside TypeScript's.
 */

/** Where in its memory what is. */
export const LANES = 4;
export const BLOCK_BYTES = 64;
/** A value of up to so many bytes is one block. */
export const MAX_VALUE_BYTES = 55;
export const LENGTHS_AT = LANES * BLOCK_BYTES;
/** Word by word, each for the four lanes: numbers whose order is that of the digest's bytes. */
export const DIGESTS_AT = LENGTHS_AT + 16;
/** 64 bytes of ones and 64 zeros: read from 64 - length on, it masks what lies behind a value. The next 128 have the bit that ends a value, in the same way. */
const MASK_AT = 512;
const END_AT = MASK_AT + 128;

const SHIFTS = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
];
const BEGIN = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476];

/** Local variables: for each lane 64 less its length, the 16 words of the blocks, the state. */
const X = LANES;
const STATE = X + 16;

const get = (local: number) => [0x20, local];
const set = (local: number) => [0x21, local];
const i32 = (value: number) => [0x41, ...signed(value)];
const simd = (code: number, ...rest: number[]) => [0xfd, ...unsigned(code), ...rest];
const memory = (align: number, offset: number) => [align, ...unsigned(offset)];
const I32_LOAD = (offset: number) => [0x28, ...memory(2, offset)];
const I32_STORE = (offset: number) => [0x36, ...memory(2, offset)];
const V_LOAD = (offset: number) => simd(0x00, ...memory(0, offset));
const V_STORE = (offset: number) => simd(0x0b, ...memory(0, offset));
const V_LOAD_WORD = (offset: number) => simd(0x5c, ...memory(2, offset));
const V_LOAD_LANE = (offset: number, lane: number) => simd(0x56, ...memory(2, offset), lane);
const SPLAT = (value: number) => simd(0x0c, ...[0, 1, 2, 3].flatMap(() => littleEndian(value)));
const SWAP_BYTES = simd(0x0d, 3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12);
const NOT = simd(0x4d);
const AND = simd(0x4e);
const OR = simd(0x50);
const XOR = simd(0x51);
const SELECT = simd(0x52);
const SHIFT_LEFT = simd(0xab);
const SHIFT_RIGHT = simd(0xad);
const ADD = simd(0xae);

/** Of the platform; its types come with those of browsers alone. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object) => { exports: unknown };
};

/** A fresh instance: its memory, of one page, with what it needs in it, and the function that hashes what is there. */
export function md5LanesInstance(): { memory: { buffer: ArrayBuffer }; hash: () => void } {
  const instance = new WebAssembly.Instance(md5LanesModule()).exports as ReturnType<typeof md5LanesInstance>;
  const bytes = new Uint8Array(instance.memory.buffer);
  bytes.fill(0xff, MASK_AT, MASK_AT + BLOCK_BYTES);
  bytes[END_AT + BLOCK_BYTES] = 0x80;
  return instance;
}

function md5LanesModule(): object {
  const locals = [2, ...unsigned(LANES), 0x7f, ...unsigned(STATE + 4 - X), 0x7b];
  const body = [...locals, ...endBlocks(), ...transpose(), ...rounds(), ...writeDigests(), 0x0b];
  return new WebAssembly.Module(
    Uint8Array.from([
      ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
      ...section(1, [1, 0x60, 0, 0]),
      ...section(3, [1, 0]),
      ...section(5, [1, 0, 1]),
      ...section(7, [2, ...name('memory'), 0x02, 0, ...name('hash'), 0x00, 0]),
      ...section(10, [1, ...unsigned(body.length), ...body]),
    ]),
  );
}

/** Behind each value the bit that ends it, zeros, and its length in bits. */
function endBlocks(): number[] {
  const code: number[] = [];
  for (let lane = 0; lane < LANES; lane++) {
    const block = lane * BLOCK_BYTES;
    const length = [...i32(0), ...I32_LOAD(LENGTHS_AT + 4 * lane)];
    code.push(...i32(BLOCK_BYTES), ...length, 0x6b, ...set(lane));
    for (let at = 0; at < BLOCK_BYTES; at += 16) {
      code.push(...i32(0), ...i32(0), ...V_LOAD(block + at), ...get(lane), ...V_LOAD(MASK_AT + at), ...AND);
      code.push(...get(lane), ...V_LOAD(END_AT + at), ...OR, ...V_STORE(block + at));
    }
    code.push(...i32(0), ...length, ...i32(3), 0x74, ...I32_STORE(block + 56));
  }
  return code;
}

function transpose(): number[] {
  return Array.from({ length: 16 }, (_, word) => [
    ...[0, 1, 2, 3].flatMap(() => i32(0)),
    ...V_LOAD_WORD(4 * word),
    ...[1, 2, 3].flatMap((lane) => V_LOAD_LANE(lane * BLOCK_BYTES + 4 * word, lane)),
    ...set(X + word),
  ]).flat();
}

function rounds(): number[] {
  const code = BEGIN.flatMap((value, n) => [...SPLAT(value), ...set(STATE + n)]);
  for (let step = 0; step < 64; step++) {
    const round = step >> 4;
    const [a, b, c, d] = [0, 1, 2, 3].map((n) => STATE + ((n + 64 - step) & 3)) as [number, number, number, number];
    const word = [step, 5 * step + 1, 3 * step + 5, 7 * step][round]! & 15;
    const mix = [
      [...get(c), ...get(d), ...get(b), ...SELECT],
      [...get(b), ...get(c), ...get(d), ...SELECT],
      [...get(b), ...get(c), ...XOR, ...get(d), ...XOR],
      [...get(b), ...get(d), ...NOT, ...OR, ...get(c), ...XOR],
    ][round]!;
    const constant = Math.floor(Math.abs(Math.sin(step + 1)) * 2 ** 32);
    const shift = SHIFTS[round]![step & 3]!;
    code.push(...get(a), ...get(X + word), ...ADD, ...SPLAT(constant), ...ADD, ...mix, ...ADD, ...set(a));
    code.push(...get(a), ...i32(shift), ...SHIFT_LEFT, ...get(a), ...i32(32 - shift), ...SHIFT_RIGHT, ...OR);
    code.push(...get(b), ...ADD, ...set(a));
  }
  return code;
}

function writeDigests(): number[] {
  return BEGIN.flatMap((value, n) => [
    ...i32(0),
    ...get(STATE + n),
    ...SPLAT(value),
    ...ADD,
    ...simdUnaryShuffle(),
    ...V_STORE(DIGESTS_AT + 16 * n),
  ]);
}

/** A shuffle takes two vectors; here both are the one on the stack. */
function simdUnaryShuffle(): number[] {
  return [...set(X), ...get(X), ...get(X), ...SWAP_BYTES];
}

function section(id: number, content: number[]): number[] {
  return [id, ...unsigned(content.length), ...content];
}

function name(text: string): number[] {
  return [text.length, ...Buffer.from(text)];
}

function littleEndian(value: number): number[] {
  return [value & 255, (value >>> 8) & 255, (value >>> 16) & 255, value >>> 24];
}

/** LEB128. */
function unsigned(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)];
}

function signed(value: number): number[] {
  return value < 64 ? [value] : [(value & 127) | 128, ...signed(value >> 7)];
}
