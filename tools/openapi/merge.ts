/** One document of several: what they name alike is told apart, and an address that several services have is described once. */
import { type Document, isObject } from './document.ts';

/** Schemas of the admin APIs may be named alike in several services; those are called by their service then. */
export function distinct(documents: Map<string, Document>): Document[] {
  const names = [...documents.values()].flatMap((document) => Object.keys(document.components.schemas ?? {}));
  const shared = new Set(names.filter((name, i) => names.indexOf(name) !== i));
  return [...documents].map(([service, document]) => {
    const nameOf = (name: string) => (shared.has(name) ? service[0]!.toUpperCase() + service.slice(1) + name : name);
    const text = JSON.stringify(document).replaceAll(
      /"#\/components\/schemas\/(\w+)"/g,
      (_, name) => `"#/components/schemas/${nameOf(name)}"`,
    );
    return JSON.parse(text, (key, value) =>
      key === 'schemas'
        ? Object.fromEntries(Object.entries(value).map(([name, schema]) => [nameOf(name), schema]))
        : value,
    );
  });
}

export function merged(documents: Document[]): Document {
  const [first] = documents as [Document];
  const schemas: Record<string, unknown> = {};
  const paths: Record<string, Record<string, unknown>> = {};
  for (const document of documents) {
    Object.assign(schemas, document.components.schemas);
    for (const [path, item] of Object.entries(document.paths)) {
      if (paths[path] && !path.startsWith('/admin/')) throw new Error(`two services have the route ${path}`);
      paths[path] = paths[path] ? (together(paths[path], item) as Record<string, unknown>) : item;
    }
  }
  return { ...first, paths, components: { ...first.components, schemas } };
}

/** One address that several services have, each for its own part: the schemas become alternatives, everything else is the first one's. */
function together(first: unknown, second: unknown, key = ''): unknown {
  if (key === 'servers') return [...(first as []), ...(second as [])];
  if (key === 'schema')
    return JSON.stringify(first) === JSON.stringify(second)
      ? first
      : { anyOf: [...alternatives(first), ...alternatives(second)] };
  if (!isObject(first) || !isObject(second)) return first;
  const keys = new Set([...Object.keys(first), ...Object.keys(second)]);
  return Object.fromEntries(
    [...keys].map((name) => [
      name,
      name in first && name in second ? together(first[name], second[name], name) : (first[name] ?? second[name]),
    ]),
  );
}

function alternatives(schema: unknown): unknown[] {
  return isObject(schema) && Array.isArray(schema.anyOf) ? schema.anyOf : [schema];
}
