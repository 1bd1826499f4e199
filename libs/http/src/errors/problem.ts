import type { MailerErrorCode, ProblemCode } from '#contracts';

/** One fault of one field: where it is in the body (`pointer`, RFC 6901) or which query or path parameter it is. */
export interface FieldError {
  detail: string;
  pointer?: string;
  parameter?: string;
}

export interface ProblemOptions {
  status: number;
  code: ProblemCode | MailerErrorCode;
  title: string;
  detail: string;
  errors?: readonly FieldError[];
  headers?: Readonly<Record<string, string>>;
  /** A refusal under load: one among thousands, which the log tells of together and not one by one. */
  crowd?: true;
}

/** A failure that the client is told of: RFC 9457 without the parts that only the request knows. Features name theirs in `*.errors.ts`. */
export class Problem extends Error {
  readonly status: number;
  readonly code: ProblemCode | MailerErrorCode;
  readonly title: string;
  readonly errors: readonly FieldError[];
  readonly headers: Readonly<Record<string, string>>;
  readonly crowd: boolean;

  constructor(options: ProblemOptions) {
    super(options.detail);
    this.name = 'Problem';
    this.status = options.status;
    this.code = options.code;
    this.title = options.title;
    this.errors = options.errors ?? [];
    this.headers = options.headers ?? {};
    this.crowd = options.crowd ?? false;
  }
}

/** 400 unless another status of the same kind is given (405, 413, 414, 415). */
export function invalidRequest(
  detail: string,
  errors: readonly FieldError[] = [],
  status = 400,
  headers: Record<string, string> = {},
): Problem {
  return new Problem({ status, code: 'invalid_request_error', title: 'Invalid request', detail, errors, headers });
}

export function authenticationFailed(detail = 'credentials required'): Problem {
  return new Problem({
    status: 401,
    code: 'authentication_error',
    title: 'Authentication failed',
    detail,
    headers: { 'www-authenticate': 'Bearer' },
  });
}

export function permissionDenied(detail = 'The credentials do not allow this.'): Problem {
  return new Problem({ status: 403, code: 'permission_error', title: 'Permission denied', detail });
}

export function notFound(detail: string): Problem {
  return new Problem({ status: 404, code: 'not_found_error', title: 'Not found', detail });
}

/** 503: something that this needs can't be reached, or is full; the same request may succeed after the given time. */
export function unavailable(retryAfterSeconds = 1, detail = 'The service is not available at the moment.'): Problem {
  return new Problem({
    status: 503,
    code: 'api_error',
    title: 'Service unavailable',
    detail,
    headers: { 'retry-after': String(retryAfterSeconds) },
  });
}

/** 503: more is asked for at the moment than can be done. Nothing of the request has been done. */
export function overloaded(detail = 'Too many requests are under way.'): Problem {
  return new Problem({
    status: 503,
    code: 'api_error',
    title: 'Service unavailable',
    detail,
    headers: { 'retry-after': '1' },
    crowd: true,
  });
}

export function internalError(): Problem {
  return new Problem({
    status: 500,
    code: 'api_error',
    title: 'Internal error',
    detail: 'Something went wrong on our side. The request id helps us to find it.',
  });
}
