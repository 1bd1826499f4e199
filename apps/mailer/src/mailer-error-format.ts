import type { MailerErrorCode } from '#contracts';
import { type ErrorFormat, type Problem, problemDetails } from '#http';

const PREPARE = /^\/accesskey\/(download|cleanse)\/[^/?]+(\?|$)/;
const ADMIN = /^\/admin\//;

/**
 * Failures as mailers' programs read them: compact JSON with `result` first. Prepare and cleanse answer 200 whatever became of it; only a wrong method or address has its own status there as well. The
 * admin API has the envelope of all admin APIs.
 */
export function mailerErrorFormat(docsUrl: string): ErrorFormat {
  const admin = problemDetails(docsUrl, 'optout');
  return (problem, request) => {
    if (ADMIN.test(request.url)) return admin(problem, request);
    const { code, title, help } = inMailersWords(problem);
    const body = { result: 'error', error_code: code, error: title, ...(help && { help }) };
    const [isPrepare, door] = PREPARE.exec(request.route ?? request.url) ?? [];
    return {
      status: isPrepare !== undefined && problem.status !== 405 ? 200 : problem.status,
      contentType: 'application/json; charset=utf-8',
      body: JSON.stringify(body),
      // The framework would name HEAD as well, which prepare refuses.
      ...(door === 'download' && problem.status === 405 && { headers: { allow: 'GET, POST' } }),
    };
  };
}

const CODES: Record<string, MailerErrorCode> = {
  not_found_error: 'not_found',
  api_error: 'server_error',
  invalid_request_error: 'invalid_request',
};

function inMailersWords({ status, code, title, message }: Problem): { code: string; title: string; help?: string } {
  if (status === 405) return { code: 'method_not_allowed', title: 'Method not allowed', help: message };
  return { code: CODES[code] ?? code, title, help: message };
}
