/**
 * The text without its case: equal for texts that differ in case alone. Lower-cased first, so that letters like the Kelvin sign meet their kin, then
 * upper-cased, because a sigma's lower case depends on where it stands and `ß` has no capital. A part of a text folds to the same part of the folded text.
 */
export function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase();
}
