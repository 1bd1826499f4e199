/** The AsyncAPI document for people. */
import { html, prose } from './html.ts';
import type { Page } from './page.ts';
import { fieldsOf, type Schema } from './schema-view.ts';

export interface EventsDocument {
  info: { description: string };
  channels: Record<string, { address: string; description: string }>;
  components: { messages: Record<string, { summary: string; payload: Schema; examples?: unknown[] }> };
}

export function eventsPage({ info, channels, components }: EventsDocument): Page {
  const messages = Object.entries(components.messages);
  const [, first] = messages[0]!;
  const { data: _, ...envelope } = first.payload.properties!;
  return {
    title: 'Events',
    contents: [
      {
        title: 'Events',
        entries: [
          { href: '#envelope', title: 'The envelope' },
          ...messages.map(([name]) => ({ href: `#${name}`, title: name })),
        ],
      },
    ],
    body: [
      html`<p>For programs: <a href="asyncapi.yaml">asyncapi.yaml</a> (AsyncAPI 3.0).</p>`,
      ...info.description.split('\n').map((line) => html`<p>${prose(line)}</p>`),
      html`
<article id="envelope"><h2>The envelope</h2><p>Every event has these fields, and <code>data</code> with those of its kind.</p>${fieldsOf({ ...first.payload, properties: { ...envelope, type: { type: 'string' } } })}</article>`,
      ...messages.map(
        ([name, { payload }]) => html`
<article id="${name}"><h2>${name}</h2>${channels[name]!.description.split('\n').map((line) => html`<p>${prose(line)}</p>`)}${dataOf(payload)}</article>`,
      ),
    ],
  };
}

function dataOf(payload: Schema) {
  const data = payload.properties?.data;
  return data && html`<h3>data</h3>${fieldsOf(data)}`;
}
