import { randomInt } from 'node:crypto';
import { type FieldError, pointer } from '#http';
import type { Link } from './links.repository.js';
import type { LinkDto } from './links-state.dto.js';

export interface LinkPlan {
  /** In the order of the wanted ones. */
  links: { link: Link; action: 'created' | 'changed' | 'unchanged' }[];
  /** Those that nothing wanted is about. */
  others: Link[];
  problems: FieldError[];
}

/**
 * Which stored link each wanted one is: the one with its key, else the one of its name that no wanted key has claimed; otherwise it is new. A name may repeat among links with keys, not
 * among those without: nobody could say which is which the next time.
 */
export function planLinks(wanted: readonly LinkDto[], stored: readonly Link[]): LinkPlan {
  const problems = [...repeats(wanted)];
  const byKey = new Map(stored.map((link) => [link.key, link]));
  const claimed = new Set(wanted.map(({ key }) => key));
  const unclaimed = Map.groupBy(
    stored.filter(({ key }) => !claimed.has(key)),
    ({ name }) => name,
  );
  const links = wanted.map((dto, index) => {
    const ofName = dto.key === undefined ? (unclaimed.get(dto.name) ?? []) : [];
    if (ofName.length > 1)
      problems.push(at(index, 'name', 'is the name of more than one: give the key of the one that is meant'));
    const before = dto.key === undefined ? ofName[0] : byKey.get(dto.key);
    const link: Link = { ...dto, key: dto.key ?? before?.key ?? newKey() };
    return { link, action: before ? (same(before, link) ? 'unchanged' : 'changed') : 'created' } as const;
  });
  const kept = new Set(links.map(({ link }) => link.key));
  return { links, others: stored.filter(({ key }) => !kept.has(key)), problems };
}

function* repeats(wanted: readonly LinkDto[]): Generator<FieldError> {
  const seen = new Set<string>();
  for (const [index, { key, name }] of wanted.entries()) {
    const mark = key === undefined ? `name ${name}` : `key ${key}`;
    if (seen.has(mark)) yield at(index, key === undefined ? 'name' : 'key', 'is there more than once');
    seen.add(mark);
  }
}

const at = (index: number, field: string, detail: string): FieldError => ({
  pointer: pointer('links', index, field),
  detail,
});

const FIELDS = ['name', 'optoutListId', 'campaign', 'affiliate', 'subAffiliate'] as const;

function same(a: Link, b: Link): boolean {
  return FIELDS.every((field) => a[field] === b[field]);
}

/** Letters and digits without those that are taken for one another, 58 bits: nobody finds a link by trying. */
function newKey(): string {
  const signs = '23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz';
  return Array.from({ length: 10 }, () => signs[randomInt(signs.length)]).join('');
}
