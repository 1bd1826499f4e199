/** What people read of an import's end. */
export interface Counts {
  submitted: number;
  added: number;
  malformed: number;
}

const number = new Intl.NumberFormat('en-US');

export function successWords({ submitted, added, malformed }: Counts): string {
  if (submitted === 0) return 'The file has no opt-outs: nothing but blank lines.';
  const known = submitted - added - malformed;
  return `${lines(submitted)} read: ${number.format(added)} added, ${number.format(known)} already in the list or repeated in the file, ${number.format(malformed)} malformed.`;
}

/** `cause` is a sentence. */
export function failureWords(cause: string, { submitted, added, malformed }: Counts): string {
  if (submitted === 0 && added === 0) return `${cause} Nothing was added.`;
  const rest = submitted - added - malformed;
  return `${cause} ${lines(submitted)} were read: ${number.format(added)} opt-outs were added and are kept, ${number.format(malformed)} lines were malformed, ${number.format(rest)} were already in the list, repeated, or couldn't be added. The same file can be sent again.`;
}

function lines(count: number): string {
  return count === 1 ? '1 line' : `${number.format(count)} lines`;
}
