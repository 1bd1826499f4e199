import { html } from './html.ts';
import type { Page } from './page.ts';

export function indexPage(version: string): Page {
  return {
    title: 'Documents',
    contents: [],
    body: html`<p>Heed keeps an organisation's word to people who said stop. This is version ${version}.</p>
<ul>
<li><a href="api">API</a>: every endpoint, what it takes and what it answers. <a href="openapi.yaml">openapi.yaml</a></li>
<li><a href="events">Events</a>: what is published on the message broker. <a href="asyncapi.yaml">asyncapi.yaml</a></li>
<li>Errors, by code: <a href="deploy/error-codes">Deploy API</a>, <a href="optout/error-codes">opt-out lists and collect</a>, <a href="mailer/error-codes">mailers</a></li>
</ul>`,
  };
}
