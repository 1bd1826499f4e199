import { afterAll, beforeAll, it } from '@jest/globals';
import fc from 'fast-check';
import { Mailer } from './testing/mailer.js';
import { PEOPLE, Scene } from './testing/scene.js';
import { type SuppressionRig, suppressionRig } from './testing/suppression-rig.js';

let rig: SuppressionRig;
beforeAll(async () => {
  rig = await suppressionRig({ connections: 30 });
});
afterAll(() => rig?.close());

/** Steps of one of those who change something: now and then he rests until somebody has a file, else they would be done before there are many. */
const steps = <T>(step: fc.Arbitrary<T>, maxLength: number) =>
  fc.array(fc.record({ rest: fc.boolean(), step }), { maxLength, size: 'max' });
const person = fc.nat({ max: PEOPLE - 1 });
const listing = {
  into: fc.constantFrom('own', 'one', 'two', 'vault'),
  who: fc.array(person, { minLength: 1, maxLength: 4 }),
};
const member = fc.constantFrom('one', 'two', 'inner');

const collects = steps(fc.record(listing), 15);
const imports = steps(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ do: fc.constant('import'), ...listing }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('remove'), which: fc.nat({ max: 2 }) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('fold') }) },
  ),
  8,
);
const changes = steps(
  fc.oneof(
    fc.record({ do: fc.constant('join'), member }),
    fc.record({ do: fc.constant('leave'), member }),
    fc.record({ do: fc.constant('global'), list: fc.constantFrom('none', 'one', 'two') }),
  ),
  15,
);
const erasures = fc.option(steps(person, 2), { nil: [] });

it('the first file and the deltas after it cover the list and hold nobody else, whoever changes it at the same time', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(collects, collects),
      fc.tuple(imports, imports),
      changes,
      erasures,
      async (collecting, importing, changing, erasing) => {
        const scene = new Scene(rig);
        await scene.begin();
        const each = async <T>(steps: { rest: boolean; step: T }[], take: (step: T) => Promise<void>) => {
          for (const { rest, step } of steps) {
            if (rest) await scene.rest();
            await take(step);
          }
        };
        const working = [
          ...collecting.map((steps) => each(steps, ({ into, who }) => scene.collect(into, who))),
          ...importing.map((steps) => {
            const importer = scene.importer();
            return each(steps, (step) => {
              if (step.do === 'import') return importer.import(step.into, step.who);
              if (step.do === 'remove') return importer.remove(step.which);
              return importer.fold();
            });
          }),
          each(changing, (step) => {
            if (step.do === 'join') return scene.join(step.member);
            if (step.do === 'leave') return scene.leave(step.member);
            return scene.makeGlobal(step.list);
          }),
          each(erasing, (number) => scene.erase(number)),
        ];
        let done = false;
        const worked = Promise.allSettled(working).finally(() => {
          done = true;
        });
        const fetching = (
          [
            ['md5', 'group', 'its last file'],
            ['md5', 'group', 'when it asked'],
            ['plain', 'group', 'its last file'],
            ['plain', 'group', 'nothing'],
            ['sha512', 'vault', 'its last file'],
          ] as const
        ).map(async ([format, whole, remembers]) => {
          const name = `mailer of ${format} who remembers ${remembers}`;
          const mailer = new Mailer(rig, { optoutListId: scene.id(whole), format }, remembers);
          while (!done) await scene.fetch(name, whole, mailer);
          await scene.fetch(name, whole, mailer);
        });
        const outcomes = [...(await worked), ...(await Promise.allSettled(fetching))];
        const failed = outcomes.find((outcome) => outcome.status === 'rejected');
        if (failed) throw failed.reason;
      },
    ),
    // What happens at the same time doesn't happen again in the same order, so fewer steps say little.
    { numRuns: 5, endOnFailure: true },
  );
}, 240_000);
