import type { Problem } from './problem.js';

/** The form that a service gives its failures. The address is empty where it couldn't be read. */
export type ErrorFormat = (
  problem: Problem,
  /** `route` is the one that answers, if any does: with `:` before what is variable in it. */
  request: { url: string; route?: string | undefined; headers?: Record<string, string | string[] | undefined> },
) => { status: number; contentType: string; body: string; headers?: Record<string, string> };

/** RFC 9457 Problem Details with the extensions of the interface: `type` is `{docsUrl}/{area}/error-codes#{code}`. */
export function problemDetails(docsUrl: string, area: 'deploy' | 'optout'): ErrorFormat {
  return (problem, request) => ({
    status: problem.status,
    contentType: 'application/problem+json',
    body: JSON.stringify({
      type: `${docsUrl}/${area}/error-codes#${problem.code}`,
      status: problem.status,
      title: problem.title,
      detail: problem.message,
      code: problem.code,
      ...(request.url === '' ? {} : { instance: uriReference(request.url) }),
      ...(problem.errors.length > 0 ? { errors: problem.errors } : {}),
    }),
  });
}

/** Node lets characters through that a URI may not hold (RFC 3986 §2): they are percent-encoded, so that `instance` is always a URI reference. */
function uriReference(url: string): string {
  const encoded = url
    .slice(0, 2_048)
    .replace(
      /[^\w.~:/?#[\]@!$&'()*+,;=%-]/g,
      (char) => `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
    );
  return encoded.replace(/%(?![0-9A-Fa-f]{2})/g, '%25');
}
