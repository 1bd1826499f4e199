/** SQLSTATE or code of the system, and what PostgreSQL names: none of these holds a value of somebody's. */
const HARMLESS = ['code', 'severity', 'constraint', 'table', 'column', 'routine', 'query'] as const;

/**
 * What the log shows of an error. Errors of the database carry the parameters of the statement and whole rows (`detail`, `where`), which are people's names and numbers, so an error's own fields
 * are left out unless they are known to be harmless.
 */
export function errorFields(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const fields = error as Error & Record<string, unknown>;
  const known = HARMLESS.filter((name) => fields[name] !== undefined).map((name) => [name, fields[name]]);
  return {
    type: error.constructor.name,
    message: error.message,
    stack: error.stack,
    ...Object.fromEntries(known),
    ...(error instanceof AggregateError && { errors: error.errors.map(errorFields) }),
    ...(error.cause !== undefined && { cause: errorFields(error.cause) }),
  };
}
