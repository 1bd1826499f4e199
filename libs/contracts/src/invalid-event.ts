/** A message that isn't the event which it should be. Trying again can't help. */
export class InvalidEvent extends Error {
  override readonly name = 'InvalidEvent';
}
