/** Deltas that are asked for while something is being committed: it has its stamp, and nobody sees it yet. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { md5Hex } from '#identity';
import { eventually, holdUpdates } from '#testing';
import { Mailer, type Remembers } from './testing/mailer.js';
import { newListId, type SuppressionRig, suppressionRig } from './testing/suppression-rig.js';

let rig: SuppressionRig;
beforeAll(async () => {
  rig = await suppressionRig({ connections: 30 });
});
afterAll(() => rig?.close());

const plain = { channel: 'email', storage: 'plain' } as const;
const email = (id: string) => ({ name: id, id, ...plain });
const grouped = (id: string, members: string[]) => ({ name: id, id, kind: 'grouped', members });

let [list, other, inner, group] = ['', '', '', ''];
let mailers: Mailer[] = [];
const newMailer = (remembers: Remembers) => new Mailer(rig, { optoutListId: group }, remembers);
const asking = () => mailers.map((mailer) => mailer.fetch());
const fetched = () => Promise.all(asking());

beforeEach(async () => {
  [list, other, inner, group] = [newListId(), newListId(), newListId(), newListId()];
  const lists = [email(list), email(other), grouped(inner, [other]), grouped(group, [list])];
  await rig.apply({ lists, globalList: {} });
  await rig.collect(list, ['early@x.example']);
  await rig.collect(other, ['late@x.example']);
  mailers = (['its last file', 'when it asked'] as const).map(newMailer);
  await fetched();
});

/** Takes off: all is written, and not committed. @returns what has it land */
type Flight = () => Promise<() => Promise<unknown>>;

const collecting: Flight = async () => {
  const runner = rig.database.createQueryRunner();
  await runner.startTransaction();
  await rig.collect(list, ['late@x.example'], 'plain', runner.manager);
  return async () => {
    await runner.commitTransaction();
    await runner.release();
  };
};

const held = async (table: string, change: () => Promise<unknown>) => {
  const hold = await holdUpdates(rig.database, table);
  const changing = change();
  await hold.reached();
  return async () => {
    await hold.letGo();
    await changing;
  };
};
const importing: Flight = () =>
  held('opt_out_run', () => rig.engine.run({ listId: list, ...plain }, 'late@x.example\n'));
// Who was a member before is the one that is updated, after the new one.
const joining =
  (member: () => string): Flight =>
  () =>
    held('optout_list_part', () => rig.apply({ lists: [grouped(group, [member(), list])] }));
const becomingGlobal: Flight = () => held('global_list', () => rig.apply({ globalList: { list: other } }));

const waiting = async (): Promise<number> => {
  const [{ count }] = await rig.database.query(
    `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return count;
};

/** Has callers of a method meet before it, and go on together. */
function meeting<A extends unknown[], R>(method: (...args: A) => Promise<R>) {
  const [all, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let count = 0;
  const standIn = async (...args: A): Promise<R> => {
    if (++count === mailers.length) all.resolve();
    await goOn.promise;
    return method(...args);
  };
  return { standIn, all: all.promise, goOn: goOn.resolve };
}

/** Lets land what is in the air as soon as all who asked wait for it, or have their files, which then lack what is committed later. */
async function landBefore(
  asked: Promise<unknown>[],
  land: () => Promise<unknown>,
  waitingBefore: number,
): Promise<void> {
  let there = 0;
  const count = () => there++;
  for (const one of asked) void one.then(count, count);
  await eventually(async () => (await waiting()) - waitingBefore + there === asked.length).finally(land);
  await Promise.all(asked);
}

async function expectAllHaveEverybody(): Promise<void> {
  await fetched();
  const everybody = ['early@x.example', 'late@x.example'].map(md5Hex);
  for (const { has } of mailers) expect([...has]).toEqual(expect.arrayContaining(everybody));
}

describe.each([
  ['collected opt-outs', collecting],
  ['the end of an import', importing],
  ['a list that joins the group', joining(() => other)],
  ['a list that joins the group within another', joining(() => inner)],
  ['a list that becomes the global one', becomingGlobal],
])('%s', (_what, takeOff) => {
  it('does not fall between two files of which one is asked for before the commit', async () => {
    // For this one the first file of the others still stands.
    mailers.push(newMailer('when it asked'));
    const land = await takeOff();
    const before = await waiting();
    await landBefore(asking(), land, before);
    await expectAllHaveEverybody();
  });

  it('does not fall between two deltas of which one is about to be made before the commit', async () => {
    await rig.collect(list, ['between@x.example']);
    const { standIn, all, goOn } = meeting(rig.repository.useAgain.bind(rig.repository));
    const looking = jest.spyOn(rig.repository, 'useAgain').mockImplementation(standIn);
    const asked = asking();
    await all;
    looking.mockRestore();
    const land = await takeOff();
    const before = await waiting();
    goOn();
    await landBefore(asked, land, before);
    await expectAllHaveEverybody();
  });

  it('does not fall between two deltas of which one is made during the commit', async () => {
    await rig.collect(list, ['between@x.example']);
    const { standIn, all, goOn } = meeting(rig.storage.put.bind(rig.storage));
    const putting = jest.spyOn(rig.storage, 'put').mockImplementation(standIn);
    const asked = fetched();
    await all;
    putting.mockRestore();
    const land = await takeOff();
    await land();
    goOn();
    expect(await asked).toEqual(mailers.map(() => [md5Hex('between@x.example')]));
    await expectAllHaveEverybody();
  });
});

it('what is written after a file was made, in a transaction that began before, is in the delta', async () => {
  const runner = rig.database.createQueryRunner();
  await runner.startTransaction();
  await runner.query('SELECT now()');
  await rig.collect(list, ['between@x.example']);
  await fetched();
  await rig.collect(list, ['late@x.example'], 'plain', runner.manager);
  await runner.commitTransaction();
  await runner.release();
  expect(await fetched()).toEqual(mailers.map(() => [md5Hex('late@x.example')]));
});
