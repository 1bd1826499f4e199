/** Questions that code asks of a database error. TypeORM wraps what `pg` throws, with the fields of the original on top. */
interface DatabaseError {
  code?: string;
  constraint?: string;
  message?: string;
}

/** A row with this key is there already (SQLSTATE 23505), of the given constraint if one is named. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const { code, constraint: violated } = (error ?? {}) as DatabaseError;
  return code === '23505' && (constraint === undefined || constraint === violated);
}

const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);
/** 08: connection exception; 25006: a standby, or read-only for the lack of space; 25P03: ended for hanging in a transaction; 53: out of connections, memory or disk; 57P0x: server shutting down or starting. */
const UNAVAILABLE_STATES = /^(08...|25006|25P03|53...|57P0.)$/;
/** The last one is TypeORM's: the connection was lost within its transaction. */
const LOST =
  /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Client was closed|Connection ended unexpectedly|already released/;

/** 53100: disk full; 53200: out of memory; 53400: a configured limit, such as that of temporary files. */
const NO_ROOM_STATES = /^53[124]00$/;

/** The server has no room for the work: one of the errors that {@link isUnavailable} knows, but it may pass only when the work is given up. */
export function hasNoRoom(error: unknown): boolean {
  return NO_ROOM_STATES.test(((error ?? {}) as DatabaseError).code ?? '');
}

/** The server, or a free connection to it, can't be had at the moment; the same request may succeed later. */
export function isUnavailable(error: unknown): boolean {
  const { code = '', message = '' } = (error ?? {}) as DatabaseError;
  return UNREACHABLE.has(code) || UNAVAILABLE_STATES.test(code) || LOST.test(message);
}
