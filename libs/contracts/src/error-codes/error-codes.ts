/**
 * Every code that a failure can carry, by the form of the failure: a code that isn't here can't be thrown (it doesn't compile). The published error catalogue and the OpenAPI document are made
 * from it, so the `type` of each problem leads to words about it.
 */
import { deployErrorCodes } from './deploy.error-codes.js';
import { mailerErrorCodes } from './mailer.error-codes.js';
import { optoutErrorCodes } from './optout.error-codes.js';

export const errorCodes = { deploy: deployErrorCodes, optout: optoutErrorCodes, mailer: mailerErrorCodes };

type Catalogue = typeof errorCodes;

/** A code of problem details. */
export type ProblemCode = keyof Catalogue['deploy'] | keyof Catalogue['optout'];
/** An `error_code` of mailer delivery. */
export type MailerErrorCode = keyof Catalogue['mailer'];
