/** docker-compose.yml: what must hold of every container, whoever adds the next one. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { repository } from './build.ts';

interface Container {
  image: string;
  logging?: { options: Record<string, string> };
  env_file?: unknown;
}
const { services } = parse(readFileSync(join(repository, 'docker-compose.yml'), 'utf8'), { merge: true }) as {
  services: Record<string, Container>;
};
const names = (has: (container: Container) => boolean) => Object.keys(services).filter((name) => has(services[name]!));

it('bounds the log of every container', () => {
  const bound = { 'max-size': expect.stringMatching(/^\d+m$/), 'max-file': expect.stringMatching(/^\d$/) };
  for (const name of names(() => true)) expect([name, services[name]!.logging?.options]).toEqual([name, bound]);
});

it('gives every process of ours the settings of heed.env', () => {
  const ours = names(({ image }) => image.startsWith('heed:'));
  expect(ours).toHaveLength(13);
  expect(names(({ env_file }) => env_file !== undefined)).toEqual(ours);
});
