import { readFile, writeFile } from 'node:fs/promises';

/** Writes a file that is made from the code or, with `--check`, ends with 1 if it isn't what the code makes. */
export async function generated(path: string, text: string): Promise<void> {
  if (!process.argv.includes('--check')) {
    await writeFile(path, text);
    return;
  }
  if ((await readFile(path, 'utf8').catch(() => '')) === text) return;
  console.error(`${path} is not what the code makes: run npm run docs and commit it.`);
  process.exitCode = 1;
}
