import { type ErrorFormat, type Problem, problemDetails } from '#http';
import { languageFor } from './language.js';
import { LINK_PAGE_HEADERS, LINK_PAGE_TYPE, type LinkPage, renderLinkPage } from './link-page.js';

/** Failures of opt-out links are pages, because people read them; all others have the envelope. */
export function collectErrorFormat(docsUrl: string): ErrorFormat {
  const envelope = problemDetails(docsUrl, 'optout');
  return (problem, request) => {
    if (!/^\/o(\/|\?|$)/.test(request.url)) return envelope(problem, request);
    return {
      status: problem.status,
      contentType: LINK_PAGE_TYPE,
      body: renderLinkPage(errorPage(problem), languageFor(String(request.headers?.['accept-language']))),
      headers: LINK_PAGE_HEADERS,
    };
  };
}

function errorPage({ status }: Problem): LinkPage {
  if (status === 404) return { show: 'unknown' };
  if (status === 410) return { show: 'gone' };
  return { show: status >= 500 ? 'busy' : 'failed' };
}
