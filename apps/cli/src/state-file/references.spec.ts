import { describe, expect, it } from '@jest/globals';
import { checkReferences } from './references.js';
import { sectionsOf } from './sections.js';
import { readStateFile } from './state-file.reader.js';

const nothing = { lists: [], campaigns: [] };
const check = (source: string, existing: Parameters<typeof checkReferences>[1] = nothing) =>
  checkReferences(readStateFile(`version: 1\n${source}`), existing).map(
    ({ line, field, message }) => `${line} ${field}: ${message}`,
  );

const newsletter = '{ name: Newsletter, channel: email, storage: plain }';

describe('references of a state file', () => {
  it('lead to things of the file or of the installation', () => {
    const source = `lists: [${newsletter}, { name: All, kind: grouped, members: [Newsletter, Old] }]
campaigns: [{ name: Spring, list: Old, format: md5 }]
mailers: [{ name: M, access: [{ campaign: Spring }, { campaign: Winter }] }]`;
    const old = { lists: [{ name: 'Old', id: '00000000000000ff' }], campaigns: [{ name: 'Winter', id: 'w' }] };
    expect(check(source, old)).toEqual([]);
    expect(check(source)).toEqual([
      '2 lists[1].members[1]: there is no list of the name "Old"',
      '3 campaigns[0].list: there is no list of the name "Old"',
      '4 mailers[0].access[1].campaign: there is no campaign of the name "Winter"',
    ]);
  });

  it('go by id where a name means two things', () => {
    const two = `lists: [{ name: N, id: 00000000000000aa, channel: email, storage: plain }, { name: N, id: 00000000000000bb, channel: sms, storage: plain }]\n`;
    expect(check(`${two}links: [{ name: l, list: N }]`)).toEqual([
      '3 links[0].list: more than one list has the name "N"; give its id',
    ]);
    expect(check(`${two}links: [{ name: l, list: 00000000000000bb }]`)).toEqual([]);
  });

  it('mean what the file has, also where the installation has another of that name', () => {
    const source = `lists: [{ name: N, id: 00000000000000aa, channel: email, storage: plain }, { name: A, kind: linked, source: N }]
campaigns: [{ name: C, list: N, format: md5 }]`;
    const existing = [{ name: 'N', id: '00000000000000bb' }];
    expect(check(source, { ...nothing, lists: existing })).toEqual([]);
    const { state } = readStateFile(`version: 1\n${source}`);
    const sections = sectionsOf(state, existing, [{ name: 'N', id: '00000000000000aa' }]);
    expect(sections.optout).toMatchObject({ lists: [{ name: 'N' }, { source: '00000000000000aa' }] });
    expect(sections.mailer).toMatchObject({ campaigns: [{ optoutListId: '00000000000000aa' }] });
  });

  it('refuses a name given twice, a region beside e-mail, and a format that the list has not', () => {
    expect(
      check(
        `lists: [${newsletter}, ${newsletter.replace('plain', 'sha512, region: US')}]
campaigns: [{ name: C, list: Vault, format: md5 }, { name: D, list: Vaults, format: sha512 }, { name: E, list: Vaults, format: md5 }]`,
        {
          ...nothing,
          lists: [
            { name: 'Vault', id: 'v', storage: 'sha512' },
            { name: 'Vaults', id: 'w', members: ['v'] },
          ],
        },
      ),
    ).toEqual([
      '2 lists[1].name: the name "Newsletter" is given twice',
      '2 lists[1].region: is for sms lists only',
      '3 campaigns[0].format: does not fit a list that stores sha512',
      '3 campaigns[2].format: does not fit a list that stores sha512',
    ]);
  });
});
