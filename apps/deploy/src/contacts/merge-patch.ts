type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/**
 * JSON Merge Patch (RFC 7396, section 2): a value replaces, `null` removes, an object is merged member by member, anything else replaces the whole.
 * Neither argument is changed. Any name is an ordinary one, `__proto__` too.
 */
export function mergePatch(target: Json | undefined, patch: Json): Json {
  if (!isObject(patch)) return patch;
  const merged = new Map(isObject(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name), value));
  }
  return Object.fromEntries(merged);
}

function isObject(value: Json | undefined): value is { [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
