import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { plants } from './plants.ts';

const edits = plants.flatMap(({ name, edits }) => edits.map((edit) => ({ name, ...edit })));

it.each(edits)('the text that "$name" replaces stands once in $file', ({ file, find }) => {
  expect(readFileSync(file, 'utf8').split(find).length - 1).toBe(1);
});
