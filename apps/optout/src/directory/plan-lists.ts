import { randomBytes } from 'node:crypto';
import { isDomain, isRegion, lowerCase } from '#identity';
import { matchNamed, type Problems } from '#state';
import { deriveParts, type PartsFault } from './derive-parts.js';
import type { Directory, ListRecord } from './directory.js';
import { ListReferences } from './list-references.js';
import type { ListStateDto } from './list-state.dto.js';

const partsFaults: Record<PartsFault, string> = {
  cycle: 'the list would contain itself',
  channel: 'all lists of a group must have one channel: e-mail or SMS',
  hash: 'all lists of a group must have one kind of hash: SHA-512 lists keep to themselves',
};

/** The lists as they should be: the wanted ones, and unless pruned those that nobody spoke of. */
export function planLists(
  wanted: readonly ListStateDto[],
  current: Directory,
  prune: boolean,
  problems: Problems,
): { lists: Map<string, ListRecord>; order: string[] } {
  const matches = matchNamed(wanted, current.lists, '/lists', problems, { deleted: current.deletedLists });
  const records = wanted.map((item, index) => fields(item, matches[index], `/lists/${index}`, problems));
  const lists = new Map(records.map((record) => [record.id, record]));
  if (!prune) for (const [id, list] of current.lists) if (!lists.has(id)) lists.set(id, { ...list });

  const references = new ListReferences(lists, problems);
  for (const [index, item] of wanted.entries()) {
    const record = records[index]!;
    if (item.members) record.parts = references.resolveAll(item.members, `/lists/${index}/members`);
    if (item.source !== undefined) {
      const source = references.resolve(item.source, `/lists/${index}/source`);
      record.parts = source === undefined ? [] : [source];
    }
  }
  const faults = deriveParts(lists);
  const indexes = new Map(records.map(({ id }, index) => [id, index]));
  for (const [id, fault] of faults) {
    const index = indexes.get(id);
    const field = lists.get(id)?.kind === 'linked' ? 'source' : 'members';
    problems.add(index === undefined ? '/lists' : `/lists/${index}/${field}`, partsFaults[fault]);
  }
  for (const [index, record] of records.entries())
    if (record.channel === 'sms' && wanted[index]?.suppressedDomains?.length)
      problems.add(`/lists/${index}/suppressedDomains`, 'an SMS list has no domains');
  return { lists, order: records.map(({ id }) => id) };
}

/** Lower-cased, without repeats; a problem for each that is no domain. */
export function domains(wanted: readonly string[] | undefined, at: string, problems: Problems): string[] {
  const names = new Set<string>();
  for (const [index, text] of (wanted ?? []).entries()) {
    const domain = lowerCase(text);
    if (!isDomain(domain)) problems.add(`${at}/${index}`, 'must be a domain name');
    names.add(domain);
  }
  return [...names];
}

/** A list without its parts, and what is wrong with it by itself. Channel and storage of a grouped or linked list are set later, from its parts. */
function fields(item: ListStateDto, stored: ListRecord | undefined, at: string, problems: Problems): ListRecord {
  const kind = item.kind ?? 'standard';
  const standard = kind === 'standard';
  if (stored && stored.kind !== kind) problems.add(`${at}/kind`, `a ${stored.kind} list can't become ${kind}`);
  for (const field of ['channel', 'storage'] as const) {
    if (standard && item[field] === undefined) problems.add(`${at}/${field}`, 'a standard list needs it');
    if (!standard && item[field] !== undefined) problems.add(`${at}/${field}`, `a ${kind} list has that of its parts`);
    if (standard && stored?.kind === 'standard' && item[field] !== undefined && stored[field] !== item[field])
      problems.add(`${at}/${field}`, `can't be changed: it is ${stored[field]}`);
  }
  if (item.region !== undefined && (!standard || item.channel !== 'sms'))
    problems.add(`${at}/region`, 'only standard SMS lists have a region');
  else if (item.region !== undefined && !isRegion(item.region))
    problems.add(`${at}/region`, 'must be a country of two capital letters, such as US');
  if (kind === 'grouped' && !item.members?.length) problems.add(`${at}/members`, 'a grouped list needs at least one');
  if (kind !== 'grouped' && item.members !== undefined)
    problems.add(`${at}/members`, 'only grouped lists have members');
  if (kind === 'linked' && item.source === undefined) problems.add(`${at}/source`, 'a linked list needs it');
  if (kind !== 'linked' && item.source !== undefined) problems.add(`${at}/source`, 'only linked lists have a source');
  return {
    id: stored?.id ?? item.id ?? randomBytes(8).toString('hex'),
    name: item.name,
    kind,
    channel: item.channel ?? stored?.channel ?? 'email',
    storage: item.storage ?? stored?.storage ?? 'plain',
    ...(item.region !== undefined && { region: item.region }),
    enabled: item.enabled ?? true,
    parts: [],
    suppressedDomains: domains(item.suppressedDomains, `${at}/suppressedDomains`, problems),
  };
}
