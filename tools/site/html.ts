/** HTML as a template: what is filled in is escaped, unless it is HTML of ours already. */
export interface Html {
  html: string;
}

type Value = Html | string | number | false | null | undefined | Value[];

export function html(texts: TemplateStringsArray, ...values: Value[]): Html {
  return { html: texts.map((text, i) => text + (i < values.length ? rendered(values[i]) : '')).join('') };
}

/** A sentence of the descriptions, where `this` is code. */
export function prose(text = ''): Html {
  return { html: escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>') };
}

function rendered(value: Value): string {
  if (Array.isArray(value)) return value.map(rendered).join('');
  if (value === false || value === null || value === undefined) return '';
  return typeof value === 'object' ? value.html : escaped(String(value));
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
