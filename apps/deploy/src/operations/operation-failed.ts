/** An operation can't go on, and never will; the message is for whoever started it. */
export class OperationFailed extends Error {}
