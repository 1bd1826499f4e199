import { MOST_ERRORS } from '../errors/first-errors.js';

/** What a strict route refuses about a query: it stands beside the parameters, out of the way of code that only reads values. */
const FAULTS = Symbol('faults of the query');

export interface QueryFault {
  parameter: string;
  detail: string;
}

/** Each parameter with its last value. */
export type QueryParameters = Record<string, string> & { [FAULTS]?: QueryFault[] };

/** Reads a query string (application/x-www-form-urlencoded); repeated and undecodable parameters are remembered as faults, the latter have no value. */
export function parseQuery(text: string): QueryParameters {
  const parameters: QueryParameters = Object.create(null);
  const faults: QueryFault[] = [];
  const fault = (parameter: string, detail: string) => {
    if (faults.length < MOST_ERRORS) faults.push({ parameter, detail });
  };
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const rawName = equals < 0 ? pair : pair.slice(0, equals);
    const name = decode(rawName);
    const value = equals < 0 ? '' : decode(pair.slice(equals + 1));
    if (name === undefined) fault(rawName, 'is not valid percent-encoded UTF-8');
    else if (value === undefined) {
      fault(name, 'is not valid percent-encoded UTF-8');
      delete parameters[name];
    } else {
      if (name in parameters) fault(name, 'must not be given more than once');
      if (value.includes('\0')) fault(name, 'must not hold a NUL');
      parameters[name] = value;
    }
  }
  if (faults.length > 0) Object.defineProperty(parameters, FAULTS, { value: faults });
  return parameters;
}

export function queryFaults(parameters: QueryParameters): readonly QueryFault[] {
  return parameters[FAULTS] ?? [];
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
