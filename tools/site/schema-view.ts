/** JSON Schema in words: as much of it as our documents use. */
import { type Html, html, prose } from './html.ts';

export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  description?: string;
  example?: unknown;
  examples?: unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
}

/** The type in a line, with a link where it is described elsewhere. */
export function typeOf(schema: Schema): Html {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1)!;
    return html`<a href="#schema-${name}">${name}</a>`;
  }
  const alternatives = schema.oneOf ?? schema.anyOf ?? schema.allOf;
  if (alternatives) return joined(alternatives.map(typeOf), schema.allOf ? ' and ' : ' or ');
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.enum)
    return joined(
      schema.enum.map((value) => html`<code>${String(value)}</code>`),
      ' or ',
    );
  if (schema.type === 'array' && schema.items) return html`list of ${typeOf(schema.items)}${bounds(schema)}`;
  const type = [schema.type ?? 'any value'].flat().join(' or ');
  return html`${type}${schema.format && ` (${schema.format})`}${bounds(schema)}`;
}

/** Its fields as a table; nothing if it has none. */
export function fieldsOf({ properties = {}, required = [], additionalProperties }: Schema): Html | undefined {
  const rows = Object.entries(properties).map(
    ([name, schema]) => html`
<tr><th scope="row"><code>${name}</code>${required.includes(name) && html` <em>required</em>`}</th><td>${typeOf(schema)}</td><td>${remarks(schema)}</td></tr>`,
  );
  if (typeof additionalProperties === 'object')
    rows.push(html`
<tr><th scope="row">any other</th><td>${typeOf(additionalProperties)}</td><td></td></tr>`);
  if (rows.length === 0) return undefined;
  return html`<table><thead><tr><th>Field</th><th>Type</th><th>Meaning</th></tr></thead><tbody>${rows}
</tbody></table>`;
}

export function remarks({ description, default: preset, example, examples = [] }: Schema): Html {
  const shown = example ?? examples[0];
  return html`${prose(description)}${preset !== undefined && html` Default: <code>${String(preset)}</code>.`}${
    shown !== undefined && html` Example: <code>${typeof shown === 'string' ? shown : JSON.stringify(shown)}</code>.`
  }`;
}

function bounds({ minimum, maximum, minLength, maxLength, minItems, maxItems, pattern }: Schema): Html {
  const between = (least?: number, most?: number, unit = '') => {
    if (least === undefined && most === undefined) return '';
    if (most === undefined) return `, at least ${least}${unit}`;
    return least === undefined ? `, at most ${most}${unit}` : `, ${least} to ${most}${unit}`;
  };
  return html`${between(minimum, maximum)}${between(minLength, maxLength, ' characters')}${between(minItems, maxItems, ' entries')}${
    pattern && html`, <code>${pattern}</code>`
  }`;
}

function joined(parts: Html[], separator: string): Html {
  return html`${parts.map((part, i) => html`${i > 0 && separator}${part}`)}`;
}
