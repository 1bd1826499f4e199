import { createHash } from 'node:crypto';

/** Light or dark as the reader's system is; system fonts, so that nothing is fetched from anywhere. */
export const LINK_PAGE_STYLE = `
:root{color-scheme:light dark;--back:#f4f5f7;--card:#fff;--ink:#1b1f24;--quiet:#545d68;--line:#7d8590;--act:#0b5cad;--on-act:#fff;--bad:#b3261e}
@media (prefers-color-scheme:dark){:root{--back:#14171a;--card:#1e2226;--ink:#eceff2;--quiet:#a9b2bc;--line:#7f8994;--act:#8ab8f0;--on-act:#0b1a2b;--bad:#ff8f86}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--ink);font:1.0625rem/1.5 system-ui,sans-serif}
main{max-width:30rem;margin:8vh auto;padding:2rem;background:var(--card);border-radius:.75rem}
h1{margin:0 0 .75rem;font-size:1.5rem;line-height:1.25}
p{margin:0 0 1rem;overflow-wrap:anywhere;text-wrap:pretty}
p:last-child{margin:0}
label{display:block;font-weight:600}
.hint{margin:0 0 .375rem;color:var(--quiet);font-size:.9375rem}
.bad{margin:0 0 .375rem;color:var(--bad);font-weight:600}
input,button{width:100%;min-height:2.875rem;border-radius:.5rem;font:inherit}
input{margin-bottom:1rem;padding:.5rem .75rem;border:1px solid var(--line);background:var(--card);color:inherit}
input[aria-invalid]{border-color:var(--bad)}
button{border:0;background:var(--act);color:var(--on-act);font-weight:600;cursor:pointer}
:focus-visible{outline:3px solid var(--act);outline-offset:2px}
@media (max-width:32rem){main{margin:0;min-height:100vh;border-radius:0;padding:1.5rem}}
`.replaceAll('\n', '');

const styleHash = createHash('sha256').update(LINK_PAGE_STYLE).digest('base64');

/** Nothing but this one style sheet and our own form: a page that somebody injects into can neither fetch nor send. */
export const LINK_PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');
