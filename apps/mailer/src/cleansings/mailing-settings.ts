/** What operators decide about mailing lists that are sent in. */
export class MailingSettings {
  /**
   * @param limitBytes largest list
   * @param uploads most lists that one process takes in at a time
   * @param stallSeconds how long a client may send nothing
   */
  constructor(
    readonly limitBytes: number,
    readonly uploads: number,
    readonly stallSeconds: number,
  ) {}
}
