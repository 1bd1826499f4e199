import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { md5Hex } from '#identity';
import { newList, type TestEngine, testEngine } from './test-engine.js';

let engine: TestEngine;
beforeAll(async () => {
  engine = await testEngine();
});
afterAll(() => engine?.close());

describe('an import', () => {
  it('adds what is new and counts every line', async () => {
    const list = newList();
    const file = `\ufeffA@b.co\r\n${md5Hex('a@b.co')}\n\n c@d.eu \nnobody\nc@d.eu`;
    const view = await engine.run(list, file);
    expect(view).toMatchObject({ status: 'success', submittedCount: 5, addedCount: 2, malformedCount: 1, progress: 1 });
    expect(view.message).toBe('5 lines read: 2 added, 2 already in the list or repeated in the file, 1 malformed.');
    expect(await engine.run(list, file)).toMatchObject({ status: 'success', submittedCount: 5, addedCount: 0 });
  });
});
