import { expect, it, jest } from '@jest/globals';
import { Command } from 'commander';
import { Output } from '../output/output.js';
import { fakeInstallation } from '../testing/fake-installation.js';
import { addImportsCommand } from './imports.command.js';

it('malformed lines are a table, with a word where it has not all of them', async () => {
  const installation = await fakeInstallation(({ path }) => ({
    body: path.endsWith('/r1/malformed-lines')
      ? { data: [{ line: 7, reason: 'no_email_address', value: 'J*** D**' }, { reason: 'too_long' }] }
      : { malformedCount: 9 },
  }));
  const written: string[] = [];
  const write = jest.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  try {
    const heed = new Command();
    addImportsCommand(heed, { connection: () => installation.connection, output: () => new Output(false) });
    await heed.parseAsync(['imports', 'malformed', 'r1'], { from: 'user' });
  } finally {
    write.mockRestore();
    await installation.close();
  }
  expect(written.join('')).toBe(
    'LINE  REASON            VALUE\n7     no email address  J*** D**\n?     too long\n2 of 9 malformed lines.\n',
  );
});
