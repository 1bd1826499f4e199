import { expect, it } from '@jest/globals';
import { unsubscribeHandlingFault } from './unsubscribe-handling-fault.js';

const header = (text: string) =>
  unsubscribeHandlingFault({ type: 'ThirdParty', unsubscribeUrl: 'https://x.example', listUnsubscribeHeader: text });

it('a text has 1 to 2,048 characters, whatever they take in memory', () => {
  for (const letter of ['a', '\u{1F600}']) {
    expect(header(letter.repeat(2_048))).toBeUndefined();
    expect(header(letter.repeat(2_049))).toMatch(/2,048 characters/);
  }
  expect(header('')).toMatch(/1 to/);
});
