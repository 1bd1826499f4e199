const KINDS = '[\\p{L}\\p{M}\\p{N}\\p{S}\\p{Extended_Pictographic}\\u200C\\u200D\\u{E0020}-\\u{E007F}]';

/**
 * Letters beyond ASCII, as a character class for a regular expression with the flag `v`: letters, their marks, digits, and symbols, which is where emoji are, with the joiners, selectors
 * and tags that emoji and some scripts are built with. `Extended_Pictographic` also reserves the emoji of Unicode versions to come. Blanks, controls, invisible formatting, private use
 * and lone surrogates are none.
 */
export const LETTERS = `[${KINDS}--\\p{ASCII}]`;
