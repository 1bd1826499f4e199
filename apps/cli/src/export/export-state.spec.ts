import { describe, expect, it } from '@jest/globals';
import { checkReferences } from '../state-file/references.js';
import { readStateFile } from '../state-file/state-file.reader.js';
import { stateFileOf, toYaml } from './export-state.js';

const list = (id: string, name: string) => ({ id, name, channel: 'email', storage: 'plain', version: 7 }) as const;

const installation = {
  deploy: {
    accounts: [
      {
        name: 'acme',
        id: '1c9a4a54-8a8e-4f4b-b0c7-3a3f6e2d9b10',
        keys: [{ name: 'full', id: '00000000000000aa', permissions: ['contacts:read'], revoked: false }],
      },
    ],
  },
  optout: {
    lists: [list('00000000000000a1', 'News'), list('0000000000000012', 'Twin'), list('00000000000000b3', 'Twin')],
    globalList: {},
    users: [
      { name: 'ops', id: '1c9a4a54-8a8e-4f4b-b0c7-3a3f6e2d9b11', tokens: [{ name: 'ci', id: 't' }], lists: ['News'] },
    ],
  },
  mailer: { campaigns: [{ name: 'Spring', optoutListId: '0000000000000012', format: 'md5' }], mailers: [] },
  collect: { links: [{ name: 'l', key: 'abcd', optoutListId: '00000000000000a1' }] },
};

describe('heed export', () => {
  it('gives a file that apply takes, with ids and keys and no secrets', () => {
    const file = readStateFile(toYaml(stateFileOf(installation)));
    expect(file.problems).toEqual([]);
    expect(checkReferences(file, { lists: [], campaigns: [] })).toEqual([]);
    expect(file.state.accounts![0]!.keys).toEqual([
      { name: 'full', id: '00000000000000aa', permissions: ['contacts:read'], revoked: false },
    ]);
    expect(file.state.lists![1]).toEqual({ id: '0000000000000012', name: 'Twin', channel: 'email', storage: 'plain' });
    expect(file.state.links).toEqual([{ name: 'l', key: 'abcd', list: 'News' }]);
  });

  it('refers by id to a list whose name is not its own alone', () => {
    expect(stateFileOf(installation).campaigns![0]!.list).toBe('0000000000000012');
  });

  it('leaves out campaigns and links whose list was deleted, and the access to them', () => {
    const state = stateFileOf({
      ...installation,
      mailer: {
        campaigns: [...installation.mailer.campaigns, { name: 'Over', optoutListId: '00000000000000d4' }],
        mailers: [
          {
            name: 'Fast',
            access: [
              { campaign: 'Spring', key: 'm-1' },
              { campaign: 'Over', key: 'm-2' },
            ],
          },
        ],
      },
      collect: { links: [...installation.collect.links, { name: 'o', key: 'efgh', optoutListId: '00000000000000d4' }] },
    });
    expect(checkReferences(readStateFile(toYaml(state)), { lists: [], campaigns: [] })).toEqual([]);
    expect(state.campaigns!.map(({ name }) => name)).toEqual(['Spring']);
    expect(state.mailers![0]!.access!.map(({ campaign }) => campaign)).toEqual(['Spring']);
    expect(state.links!.map(({ name }) => name)).toEqual(['l']);
  });
});
