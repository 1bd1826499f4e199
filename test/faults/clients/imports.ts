import { setTimeout as pause } from 'node:timers/promises';
import { Client as Database } from 'pg';
import { type Answer, ask, type Client, download, insist, type Play, WORK_PATIENCE_MS } from '../client.ts';
import type { Violation } from '../history.ts';
import { Sent } from './sent-file.ts';

/** Also in a run that is short, or on a machine that is slow: fewer have nothing in common. */
const LEAST_FILES = 4;
const PART_BYTES = 150_000;

/**
 * Files of opt-outs: every import ends in success with exact counts, and the list is exactly the union of what came in and wasn't removed. Files overlap, some are removed again, and some are put a second
 * time with other content while they are read. A download that is made meanwhile has each of them whole, or not at all.
 */
export class Imports implements Client {
  readonly name = 'imports';
  private readonly files: Sent[] = [];
  private readonly violations: Violation[] = [];

  private readonly pauseMs: number;

  constructor(pauseMs = 200) {
    this.pauseMs = pauseMs;
  }

  async work(play: Play): Promise<void> {
    await Promise.all([this.send(play), this.look(play)]);
  }

  private async send(play: Play): Promise<void> {
    for (let n = 0; n < LEAST_FILES || !play.over.aborted; n++) {
      const file = new Sent(this.files.length, this.files.at(-1), play.random);
      await this.upload(play, file);
      if (file.mayBeRemoved && play.random.next() < 0.3) await this.remove(play, file);
      await pause(this.pauseMs);
    }
  }

  private async upload(play: Play, file: Sent): Promise<void> {
    const { stage, history } = play;
    const { about, content } = file;
    const body = { optoutListId: stage.listIds.Imported, fileContentLength: content.length };
    const url = `${stage.system.baseUrl}/optout-list/prepare-upload`;
    const prepared = await insist(
      () => ask('POST', url, { token: stage.token, body }),
      ({ status }) => status === 200,
    );
    if (!prepared) return this.fail('an upload can be prepared again when all is well', about);
    file.reference = String(prepared.json.importReference);
    await cut(play, file.reference);
    const uploadUrl = String(prepared.json.uploadUrl);
    if (
      !(await insist(
        () => put(uploadUrl, content),
        ({ status }) => status === 200,
      ))
    )
      return this.fail('a file can be sent again when all is well', about);
    this.files.push(file);
    history.note(this.name, about, `${file.reference}: ${file.described}`);
    if (file.replacement) {
      await halfRead(play, file.reference);
      const { status } = await put(uploadUrl, file.replacement);
      history.note(this.name, about, `put again with other content: ${status || 'no answer'}`);
    }
    const status = await this.ended(play, file);
    history.note(this.name, about, `ended: ${JSON.stringify(status)}`);
    file.ended = status?.status as Sent['ended'];
    this.compare(file, status);
  }

  private async ended({ stage }: Play, { reference }: Sent): Promise<Record<string, unknown> | undefined> {
    const url = `${stage.system.baseUrl}/optout-list/upload-status/${reference}`;
    const answer = await insist(
      () => ask('GET', url, { token: stage.token }),
      ({ status, json }) => status === 200 && json.status !== 'running',
      WORK_PATIENCE_MS,
    );
    return answer?.json;
  }

  private compare(file: Sent, status: Record<string, unknown> | undefined): void {
    if (file.replacement && status?.status === 'failed') return;
    const { submittedCount, addedCount, malformedCount } = status ?? {};
    const found = JSON.stringify([status?.status, submittedCount, addedCount, malformedCount]);
    const wanted = JSON.stringify(['success', file.lines, file.added, file.malformed]);
    if (found !== wanted)
      this.violations.push({
        promise: `an import ends, with exact counts: ${wanted}`,
        about: file.about,
        found: `${found} ${status?.message ?? ''}`,
      });
  }

  private async remove({ stage, history }: Play, file: Sent): Promise<void> {
    const url = `${stage.system.admin.optout}/admin/v1/imports/${file.reference}`;
    const removed = await insist(
      () => ask('DELETE', url, { token: stage.system.admin.token }),
      ({ status }) => status >= 200 && status < 300,
    );
    if (!removed) return this.fail('an import can be removed when all is well', file.about);
    file.removed = true;
    history.note(this.name, file.about, 'removed');
  }

  /** Downloads the list while files come and go. */
  private async look(play: Play): Promise<void> {
    for (let n = 0; !play.over.aborted; n++) {
      const rows = await download(play, 'Imported', ['plain'], WORK_PATIENCE_MS);
      const about = `download ${n} of imports`;
      play.history.note(this.name, about, rows ? `${rows.length} rows` : 'did not come');
      if (!rows) this.fail('a download comes', about);
      const counts = countsOf(rows ?? []);
      for (const file of this.files) {
        const found = file.ownIn(counts);
        if (found !== 0 && !file.replacement && found !== file.distinct && !file.isOverlap(found))
          this.violations.push({
            promise: 'a download has each import whole or not at all',
            about: file.about,
            found: `${found} of ${file.distinct} in ${about}`,
          });
      }
      await pause(10 * this.pauseMs);
    }
  }

  private fail(promise: string, about: string): void {
    this.violations.push({ promise, about, found: 'no good answer within minutes' });
  }

  async check(play: Play): Promise<Violation[]> {
    const rows = await download(play, 'Imported', ['plain']);
    if (!rows) return [{ promise: 'a download comes', about: 'Imported', found: 'no file within two minutes' }];
    const counts = countsOf(rows);
    if (new Set(rows).size !== rows.length)
      this.violations.push({ promise: 'no opt-out is in a download twice', about: 'Imported', found: 'repeats' });
    for (const file of this.files) this.violations.push(...file.judge(counts, this.files[file.number + 1]));
    const known = new Set(this.files.flatMap(({ names }) => names));
    for (const name of counts.keys())
      if (!known.has(name))
        this.violations.push({ promise: 'a list holds what was sent', about: name, found: 'in the list' });
    return this.violations;
  }

  summary(): string {
    const lines = this.files.reduce((sum, file) => sum + file.lines, 0);
    return `${this.files.length} files of ${lines} lines imported, ${this.files.filter(({ removed }) => removed).length} removed again`;
  }
}

/** Files of this size would be read in one part. In many, harm comes to some of them and not to others. */
async function cut(play: Play, reference: string): Promise<void> {
  await inDatabase(play, async (database) => {
    await database.query('UPDATE import SET range_bytes = $2 WHERE id = $1', [reference, PART_BYTES]);
  });
}

/** Waits for the moment at which one part of a file has been read and others haven't, in which another file does most harm. Nobody is told of it: only the database knows. */
async function halfRead(play: Play, reference: string): Promise<void> {
  await inDatabase(play, async (database) => {
    for (const deadline = performance.now() + 10_000; performance.now() < deadline; await pause(2)) {
      const { rows } = await database.query(
        `SELECT 1 FROM import_range WHERE import_id = $1 AND done UNION ALL SELECT 1 FROM import WHERE id = $1 AND status <> 'running' LIMIT 1`,
        [reference],
      );
      if (rows.length > 0) return;
    }
  });
}

/** Not if it is being harmed. */
async function inDatabase({ stage }: Play, work: (database: Database) => Promise<void>): Promise<void> {
  const database = new Database({ connectionString: stage.databaseUrls.optout });
  database.on('error', () => {});
  try {
    await database.connect();
    await work(database);
  } catch {
    // Then it has one part, or is replaced at any moment.
  } finally {
    await database.end().catch(() => {});
  }
}

async function put(url: string, body: Buffer): Promise<Answer> {
  try {
    const response = await fetch(url, {
      method: 'PUT',
      body: new Uint8Array(body),
      signal: AbortSignal.timeout(40_000),
    });
    return { status: response.status, headers: response.headers, text: await response.text(), json: {} };
  } catch {
    return { status: 0, headers: new Headers(), text: '', json: {} };
  }
}

/** How many rows there are of each file, by what its addresses begin with. */
function countsOf(rows: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const name = row.slice(0, row.indexOf('-'));
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}
