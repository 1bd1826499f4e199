/**
 * The pages of opt-out links: plain HTML that needs neither JavaScript nor anything from elsewhere, in the reader's language. Everything that comes from outside is escaped here.
 */
import { type Language } from './language.js';
import { LINK_PAGE_POLICY, LINK_PAGE_STYLE } from './link-page.style.js';
import { LINK_PAGE_TEXTS, type LinkPageTexts } from './link-page.texts.js';

export type Channel = 'email' | 'sms';

export type LinkPage =
  /** Asks for the address; `notUsable` when the one that was sent is none. */
  | { show: 'form'; channel: Channel; address: string; extRef: string | undefined; notUsable: boolean }
  | { show: 'done'; address: string }
  | { show: 'unknown' | 'gone' | 'busy' | 'failed' };

export const LINK_PAGE_HEADERS = {
  'content-security-policy': LINK_PAGE_POLICY,
  // The address of the page may hold the reader's own.
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
  'cache-control': 'no-store',
  vary: 'accept-language',
};

export const LINK_PAGE_TYPE = 'text/html; charset=utf-8';

export function renderLinkPage(page: LinkPage, language: Language): string {
  const texts = LINK_PAGE_TEXTS[language];
  const { title, body } = content(page, texts);
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${escaped(title)}</title>
<style>${LINK_PAGE_STYLE}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
${body}
</main>
</body>
</html>
`;
}

function content(page: LinkPage, texts: LinkPageTexts): { title: string; body: string } {
  switch (page.show) {
    case 'form':
      return { title: texts.title, body: form(page, texts) };
    case 'done':
      return { title: texts.doneTitle, body: done(page.address, texts) };
    default:
      return { title: texts[`${page.show}Title`], body: `<p>${escaped(texts[page.show])}</p>` };
  }
}

/** The form posts to its own link; of the query only `extRef` has a use there. */
function form({ channel, address, extRef, notUsable }: LinkPage & { show: 'form' }, texts: LinkPageTexts): string {
  const action = extRef === undefined ? '?' : `?extRef=${encodeURIComponent(extRef)}`;
  const attributes = {
    // Not type="email": browsers refuse letters beyond ASCII there, or send a domain as punycode, which is somebody else to us.
    email: 'type="text" autocomplete="email" inputmode="email"',
    sms: 'type="tel" autocomplete="tel" inputmode="tel"',
  }[channel];
  const problem = notUsable
    ? `<p class="bad" id="problem" role="alert">${escaped(texts.notUsable[channel])}</p>\n`
    : '';
  const described = notUsable ? 'aria-invalid="true" aria-describedby="problem hint"' : 'aria-describedby="hint"';
  return `<p>${escaped(texts.introduction[channel])}</p>
<form method="post" action="${escaped(action)}">
<label for="address">${escaped(texts.label[channel])}</label>
<p class="hint" id="hint">${escaped(texts.hint[channel])}</p>
${problem}<input id="address" name="${channel}" ${attributes} spellcheck="false" autocapitalize="none" required ${described} value="${escaped(address)}">
<button type="submit">${escaped(texts.button)}</button>
</form>`;
}

function done(address: string, texts: LinkPageTexts): string {
  const [before = '', after = ''] = texts.done.split('{}');
  return `<p role="status">${escaped(before)}<bdi><strong>${escaped(address)}</strong></bdi>${escaped(after)}</p>
<p>${escaped(texts.doneDelay)}</p>`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]!);
}
