/**
 * A malformed line in a form that shows what is wrong with it and not who it is about: of each word of three or more letters or digits the first, of shorter ones nothing; punctuation and blanks as
 * they are. All words, because what is malformed has its address anywhere: `j***.d**@@e******.c**; J**** D**`.
 */
const SHOWN = 64;

export function maskLine(text: string): string {
  // No more than that is looked at; cut before masking, between code points.
  const all = Array.from(text.slice(0, 2 * SHOWN + 2));
  const masked = all
    .slice(0, SHOWN)
    .join('')
    .replaceAll(/\p{C}/gu, '\ufffd')
    .replaceAll(/[\p{L}\p{N}\p{M}]+/gu, mask);
  return all.length > SHOWN ? `${masked}…` : masked;
}

function mask(word: string): string {
  const characters = Array.from(word);
  const [first] = characters;
  return characters.length < 3 ? '*'.repeat(characters.length) : `${first}${'*'.repeat(characters.length - 1)}`;
}
