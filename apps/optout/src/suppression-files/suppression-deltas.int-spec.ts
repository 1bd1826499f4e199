import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { md5Hex } from '#identity';
import { DirectoryService } from '../directory/directory.service.js';
import { Mailer } from './testing/mailer.js';
import { newListId, type SuppressionRig, suppressionRig } from './testing/suppression-rig.js';

let rig: SuppressionRig;
beforeAll(async () => {
  rig = await suppressionRig();
});
afterAll(() => rig?.close());

const person = fc.nat({ max: 30 }).map((n) => `p${n}@x.example`);
const step = fc.oneof(
  fc.record({
    do: fc.constant('collect' as const),
    global: fc.boolean(),
    who: fc.array(person, { minLength: 1, maxLength: 4 }),
  }),
  fc.record({
    do: fc.constant('import' as const),
    global: fc.boolean(),
    who: fc.array(person, { minLength: 1, maxLength: 6 }),
  }),
  fc.record({ do: fc.constant('remove' as const), which: fc.nat({ max: 3 }) }),
  fc.constant({ do: 'fetch' as const }),
);

async function lists(): Promise<[string, string]> {
  const [list, global] = [newListId(), newListId()];
  const email = (id: string) => ({ name: id, id, channel: 'email', storage: 'plain' });
  await rig.apply({ lists: [email(list), email(global)], globalList: { list: global } });
  return [list, global];
}

it('the first file and the deltas after it cover the list, and hold nothing that was never listed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      const [list, global] = await lists();
      const mailer = new Mailer(rig, { optoutListId: list });
      const everListed = new Set<string>();
      const imports: { id: string; who: string[] }[] = [];
      let listed: string[] = [];
      for (const one of steps) {
        if (one.do === 'collect') await rig.collect(one.global ? global : list, one.who);
        if (one.do === 'import') {
          const target = { listId: one.global ? global : list, channel: 'email', storage: 'plain' } as const;
          const { id } = await rig.engine.run(target, `${one.who.join('\n')}\n`);
          imports.push({ id, who: one.who });
        }
        if ('who' in one) {
          listed.push(...one.who);
          for (const who of one.who) everListed.add(md5Hex(who));
        }
        if (one.do === 'remove' && imports[one.which]) {
          const [removed] = imports.splice(one.which, 1);
          await rig.database.transaction((tx) => rig.engine.imports.remove(tx, removed!.id));
          for (const who of removed!.who) listed = listed.toSpliced(listed.indexOf(who), 1);
        }
        if (one.do === 'fetch') await mailer.fetch();
      }
      await mailer.fetch();
      for (const who of listed) expect(mailer.has).toContain(md5Hex(who));
      for (const hash of mailer.has) expect(everListed).toContain(hash);
    }),
    { numRuns: 12 },
  );
}, 60_000);

it('no opt-out that is collected meanwhile falls between two files, and each is in few of them', async () => {
  const [list, global] = await lists();
  const mailer = new Mailer(rig, { optoutListId: list });
  const collected: string[] = [];
  const collecting = async (into: string, name: string) => {
    for (let n = 0; n < 60; n++) {
      const who = `${name}${n}@x.example`;
      await rig.collect(into, [who]);
      collected.push(md5Hex(who));
    }
  };
  let done = false;
  const all = Promise.all([collecting(list, 'a'), collecting(list, 'b'), collecting(global, 'g')]).then(() => {
    done = true;
  });
  let handedOut = 0;
  while (!done) handedOut += (await mailer.fetch()).length;
  await all;
  handedOut += (await mailer.fetch()).length;
  expect([...mailer.has].sort()).toEqual(collected.sort());
  // A delta may repeat what came in while the one before was made, not the whole.
  expect(handedOut).toBeLessThan(2 * collected.length);
}, 60_000);

it('is the whole file again when a domain was suppressed since, and a delta after that', async () => {
  const list = newListId();
  const suppress = (own: string[], everywhere: string[]) =>
    rig.apply({
      lists: [{ name: list, id: list, channel: 'email', storage: 'plain', suppressedDomains: own }],
      globalList: { suppressedDomains: everywhere },
    });
  const domains = async (since: string | undefined) => {
    const ready = await rig.prepare({ optoutListId: list, ...(since && { since }) });
    if (ready.errorCode) return { answer: ready.errorCode };
    return { answer: (await rig.members(ready))['domains_list--Spring-20261121.txt'], watermark: ready.watermark };
  };
  await suppress(['a.example'], []);
  await rig.collect(list, ['p@x.example']);
  const first = await domains(undefined);
  expect(await domains(first.watermark)).toEqual({ answer: 'empty_list' });
  await suppress(['a.example', 'b.example'], []);
  const second = await domains(first.watermark);
  expect(second.answer).toEqual(['a.example', 'b.example']);
  expect(await domains(second.watermark)).toEqual({ answer: 'empty_list' });
  await suppress(['a.example', 'b.example'], ['c.example']);
  const third = await domains(second.watermark);
  expect(third.answer).toEqual(['a.example', 'b.example', 'c.example']);
  await suppress(['a.example', 'b.example'], ['c.example']);
  // Nor does all of the directory sent again make them any younger, nor another change of the list.
  const directory = rig.service.app.get(DirectoryService, { strict: false });
  await rig.database.transaction((tx) => directory.announceAll(tx, 0));
  await rig.apply({
    lists: [
      {
        name: `${list} renamed`,
        id: list,
        channel: 'email',
        storage: 'plain',
        suppressedDomains: ['a.example', 'b.example'],
      },
    ],
  });
  expect(await domains(third.watermark)).toEqual({ answer: 'empty_list' });
});

it('tells of the domains of a list that joins with opt-outs that were there already', async () => {
  const [list, link, group] = [newListId(), newListId(), newListId()];
  const grouped = (members: string[]) => ({ name: group, id: group, kind: 'grouped', members });
  const linked = { name: link, id: link, kind: 'linked', source: list, suppressedDomains: ['a.example'] };
  await rig.apply({
    lists: [{ name: list, id: list, channel: 'email', storage: 'plain' }, linked, grouped([list])],
    globalList: {},
  });
  await rig.collect(list, ['p@x.example']);
  const { watermark } = await rig.prepare({ optoutListId: group });
  await rig.apply({ lists: [grouped([list, link])] });
  const delta = await rig.prepare({ optoutListId: group, since: watermark });
  expect(await rig.members(delta)).toMatchObject({ 'domains_list--Spring-20261121.txt': ['a.example'] });
  expect(await rig.prepare({ optoutListId: group, since: delta.watermark })).toMatchObject({ errorCode: 'empty_list' });
});

it('is the whole file when a list joins after the clock of the server has stepped back', async () => {
  const [list, joining] = [newListId(), newListId()];
  const email = (id: string) => ({ name: id, id, channel: 'email', storage: 'plain' });
  const state = { lists: [email(list), email(joining)] };
  await rig.apply(state);
  await rig.collect(joining, ['j@x.example']);
  await rig.collect(list, ['l@x.example']);
  await rig.database.query(`UPDATE list_clock SET stamp = clock_timestamp() + interval '1 minute' WHERE list_id = $1`, [
    list,
  ]);
  const { watermark } = await rig.prepare({ optoutListId: list });
  await rig.apply({ ...state, globalList: { list: joining } });
  const delta = await rig.members(await rig.prepare({ optoutListId: list, since: watermark }));
  expect(Object.values(delta)).toEqual([['l@x.example', 'j@x.example'].map(md5Hex).sort()]);
});
