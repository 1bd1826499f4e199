/** Who has a key of a fold: two bytes a member, in the order of their ordinals. */
export const LAST = 0x8000;
export const KNOWS_PLAIN = 0x4000;
export const ORDINAL = 0x3fff;

export function originAt(origins: Buffer, at: number): number {
  return (origins[at]! << 8) | origins[at + 1]!;
}
