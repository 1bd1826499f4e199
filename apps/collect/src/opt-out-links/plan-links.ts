import { randomInt } from 'node:crypto';
import { matchNamed, type Problems } from '#state';
import type { Link } from './links.repository.js';
import type { LinkDto } from './links-state.dto.js';

interface LinkPlan {
  /** In the order of the wanted ones. */
  links: { link: Link; action: 'created' | 'changed' | 'unchanged' }[];
  /** Those that nothing wanted is about. */
  others: Link[];
}

/** A link is known by its key, else by its name. */
export function planLinks(wanted: readonly LinkDto[], stored: readonly Link[], problems: Problems): LinkPlan {
  const present = new Map(stored.map((link) => [link.key, { ...link, id: link.key }]));
  const matches = matchNamed(
    wanted.map(({ key, name }) => ({ id: key, name })),
    present,
    '/links',
    problems,
    { idField: 'key' },
  );
  const links = wanted.map((dto, index) => {
    const before = matches[index];
    const link: Link = { ...dto, key: dto.key ?? before?.key ?? newKey() };
    return { link, action: before ? (same(before, link) ? 'unchanged' : 'changed') : 'created' } as const;
  });
  const kept = new Set(links.map(({ link }) => link.key));
  return { links, others: stored.filter(({ key }) => !kept.has(key)) };
}

const FIELDS = ['name', 'optoutListId', 'campaign', 'affiliate', 'subAffiliate'] as const;

function same(a: Link, b: Link): boolean {
  return FIELDS.every((field) => a[field] === b[field]);
}

/** Letters and digits without those that are taken for one another, 58 bits: nobody finds a link by trying. */
function newKey(): string {
  const signs = '23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz';
  return Array.from({ length: 10 }, () => signs[randomInt(signs.length)]).join('');
}
