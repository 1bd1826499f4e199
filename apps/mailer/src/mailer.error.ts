import type { MailerErrorCode } from '#contracts';
import { Problem } from '#http';

/** A refusal in the words of mailer delivery: `code` goes into `error_code`, `title` into `error`, and the help into `help`. */
export class MailerError extends Problem {
  constructor(status: number, code: MailerErrorCode, title: string, help: string) {
    super({ status, code, title, detail: help });
  }
}
