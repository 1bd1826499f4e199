/** The catalogue of one area's errors, where the `type` of each problem leads: `…/error-codes#<code>`. */
import { html, prose } from './html.ts';
import type { Page } from './page.ts';

export type Catalogue = Record<string, Record<string, { statuses: number[]; meaning: string; remedy: string }>>;

const TITLES: Record<string, string> = {
  deploy: 'Errors of the Deploy API',
  optout: 'Errors of opt-out lists and collect',
  mailer: "Errors on the mailer's host",
};

export function errorsPage(catalogue: Catalogue, area: string): Page {
  const codes = Object.entries(catalogue[area]!);
  return {
    title: TITLES[area]!,
    root: '..',
    contents: [
      { title: 'Codes', entries: codes.map(([code]) => ({ href: `#${code}`, title: code })) },
      {
        title: 'Elsewhere',
        entries: Object.keys(catalogue)
          .filter((other) => other !== area)
          .map((other) => ({ href: `../${other}/error-codes`, title: TITLES[other]! })),
      },
    ],
    body: [
      area === 'mailer'
        ? html`<p>Failures are JSON with <code>error_code</code>. Prepare answers with status 200 all the same; the statuses here are those of getfile.</p>`
        : html`<p>Failures are problem details (RFC 9457); <code>code</code> is what programs go by, and <code>type</code> leads here.</p>`,
      ...codes.map(
        ([code, { statuses, meaning, remedy }]) => html`
<article id="${code}"><h2><code>${code}</code></h2><p class="quiet">Status ${statuses.join(', ')}</p><p>${prose(meaning)}</p><p><b>What to do.</b> ${prose(remedy)}</p></article>`,
      ),
    ],
  };
}
