import { type Html, html } from './html.ts';

export interface Page {
  title: string;
  /** What is on it, to leap to; its entries have a heading of their own where they have one. */
  contents: { title: string; entries: { href: string; title: string | Html }[] }[];
  body: Html | Html[];
  /** From the page to the folder that all are in. */
  root?: string;
}

/** No scripts, nothing from elsewhere: what the gateway's content security policy allows. */
export function renderPage({ title, contents, body, root = '.' }: Page): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Heed</title>
<link rel="stylesheet" href="${root}/style.css">
<link rel="icon" href="data:,">
</head>
<body>
<a class="skip" href="#content">To the content</a>
<header><a href="${root}/">Heed</a> <a href="${root}/api">API</a> <a href="${root}/events">Events</a> <a href="${root}/deploy/error-codes">Errors</a></header>
<nav aria-label="On this page">${contents.map(
    (group) => html`
<h2>${group.title}</h2>
<ul>${group.entries.map(
      (entry) => html`
<li><a href="${entry.href}">${entry.title}</a></li>`,
    )}
</ul>`,
  )}
</nav>
<main id="content">
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`.html;
}
