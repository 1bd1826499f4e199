import { ObjectChanged, ObjectMissing } from '#storage';

/** The file can't be read, now or later. The message is what people are told. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

/** The error of ours that trying again won't help, or undefined. */
export function unreadable(error: unknown): UnreadableFile | undefined {
  if (error instanceof UnreadableFile) return error;
  if (error instanceof ObjectChanged)
    return new UnreadableFile('The uploaded file was replaced while it was being read.');
  if (error instanceof ObjectMissing)
    return new UnreadableFile('The uploaded file was removed while it was being read.');
  return undefined;
}
