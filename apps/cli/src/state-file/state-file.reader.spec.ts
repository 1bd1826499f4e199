import { describe, expect, it } from '@jest/globals';
import { problemText } from './file-problem.js';
import { readStateFile } from './state-file.reader.js';

const problemsIn = (source: string) =>
  readStateFile(source).problems.map((problem) => problemText('state.yaml', problem));

describe('reading a state file', () => {
  it('takes a file as it is written', () => {
    const { state, problems } = readStateFile(`
version: 1
lists:
  - &news { name: Newsletter, id: 1234567890123456, channel: email, storage: plain }
users: [{ name: 007, lists: [Newsletter] }]`);
    expect(problems).toEqual([]);
    expect(state.lists).toEqual([{ name: 'Newsletter', id: '1234567890123456', channel: 'email', storage: 'plain' }]);
    expect(state.users).toEqual([{ name: '007', lists: ['Newsletter'] }]);
  });

  it('names file, line and field of everything that is unknown, missing or of a wrong form, all at once', () => {
    expect(
      problemsIn(`version: 1
lists:
  - name: Newsletter
    chanel: email
    storage: md6
    id: ABC
users:
  - name: true
    tokens:
acounts: []`),
    ).toEqual([
      'state.yaml:3:5 lists[0]: lacks the field channel',
      'state.yaml:4:5 lists[0].chanel: unknown field; there are name, id, enabled, suppressedDomains, kind, channel, storage, region',
      'state.yaml:5:14 lists[0].storage: must be plain or md5 or sha512',
      'state.yaml:6:9 lists[0].id: must be 16 lower-case hex digits',
      'state.yaml:8:11 users[0].name: must be a text of at most 200 characters; put it in quotes if it is one',
      'state.yaml:9:12 users[0].tokens: must be a list',
      'state.yaml:10:1 acounts: unknown field; there are version, accounts, lists, globalList, users, campaigns, mailers, links',
    ]);
  });

  it('checks a list by its kind', () => {
    expect(problemsIn('version: 1\nlists: [{ name: All, kind: grouped, channel: email, members: [A] }]')).toEqual([
      'state.yaml:2:37 lists[0].channel: unknown field; there are name, id, enabled, suppressedDomains, kind, members',
    ]);
    expect(problemsIn('version: 1\nlists: [{ name: All, kind: sum }]')).toEqual([
      'state.yaml:2:28 lists[0].kind: must be standard or grouped or linked',
    ]);
  });

  it('says where YAML itself is broken, and what is no state file at all', () => {
    expect(problemsIn('version: 1\nlists: [')[0]).toMatch(/^state.yaml:2:\d+ /);
    expect(problemsIn('version: 1\nversion: 1')[0]).toMatch(/^state.yaml:2:1 .*unique/);
    expect(problemsIn('version: 2')).toEqual(['state.yaml:1:10 version: must be 1']);
    expect(problemsIn('')[0]).toContain('must have fields (version, ');
  });
});
