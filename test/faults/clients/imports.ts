import { setTimeout as pause } from 'node:timers/promises';
import { ask, type Client, download, insist, type Play } from '../client.ts';
import type { Violation } from '../history.ts';

interface Upload {
  reference: string;
  /** Distinct addresses: `i<number>-0` and up. */
  distinct: number;
  lines: number;
  malformed: number;
  removed: boolean;
}

/** Files of opt-outs: every import ends in success with exact counts, and the list is exactly the union of what came in and wasn't removed. */
export class Imports implements Client {
  readonly name = 'imports';
  private readonly uploads: Upload[] = [];
  private readonly violations: Violation[] = [];

  async work(play: Play): Promise<void> {
    while (!play.over.aborted) {
      const upload = await this.upload(play);
      if (upload && play.random.next() < 0.25) await this.remove(play, upload);
      await pause(200);
    }
  }

  private async upload(play: Play): Promise<Upload | undefined> {
    const { stage, history, random } = play;
    const number = this.uploads.length;
    const about = `import ${number}`;
    const distinct = random.between(1_000, 60_000);
    const lines = Array.from({ length: distinct }, (_, n) => `i${number}-${n}@faults.example`);
    const repeats = lines.slice(0, random.between(0, 500));
    const malformed = Array.from({ length: random.between(0, 50) }, (_, n) => `nobody ${n}`);
    const all = [...lines, ...repeats, ...malformed];
    const file = all.join(random.pick(['\n', '\r\n']));

    const body = { optoutListId: stage.listIds.Imported, fileContentLength: Buffer.byteLength(file) };
    const url = `${stage.system.baseUrl}/optout-list/prepare-upload`;
    const prepared = await insist(
      () => ask('POST', url, { token: stage.token, body }),
      ({ status }) => status === 200,
    );
    if (!prepared) return this.fail('an upload can be prepared again when all is well', about);
    const put = () =>
      fetch(String(prepared.json.uploadUrl), { method: 'PUT', body: file, signal: AbortSignal.timeout(40_000) }).then(
        async (response) => ({
          status: response.status,
          headers: response.headers,
          text: await response.text(),
          json: {},
        }),
        () => ({ status: 0, headers: new Headers(), text: '', json: {} }),
      );
    if (!(await insist(put, ({ status }) => status === 200)))
      return this.fail('a file can be sent again when all is well', about);
    const reference = String(prepared.json.importReference);
    const upload = { reference, distinct, lines: all.length, malformed: malformed.length, removed: false };
    this.uploads.push(upload);
    history.note(this.name, about, `${reference}: ${all.length} lines sent, ${distinct} distinct`);
    const status = await this.ended(play, upload);
    history.note(this.name, about, `ended: ${JSON.stringify(status)}`);
    this.compare(about, upload, status);
    return upload;
  }

  private async ended({ stage }: Play, { reference }: Upload): Promise<Record<string, unknown> | undefined> {
    const url = `${stage.system.baseUrl}/optout-list/upload-status/${reference}`;
    const answer = await insist(
      () => ask('GET', url, { token: stage.token }),
      ({ status, json }) => status === 200 && json.status !== 'running',
      300_000,
    );
    return answer?.json;
  }

  private compare(about: string, upload: Upload, status: Record<string, unknown> | undefined): void {
    const { submittedCount, addedCount, malformedCount } = status ?? {};
    const found = JSON.stringify([status?.status, submittedCount, addedCount, malformedCount]);
    const wanted = JSON.stringify(['success', upload.lines, upload.distinct, upload.malformed]);
    if (found !== wanted)
      this.violations.push({
        promise: `an import ends, with exact counts: ${wanted}`,
        about,
        found: `${found} ${status?.message ?? ''}`,
      });
  }

  private async remove({ stage, history }: Play, upload: Upload): Promise<void> {
    const url = `${stage.system.admin.optout}/admin/v1/imports/${upload.reference}`;
    const about = `import ${this.uploads.indexOf(upload)}`;
    const removed = await insist(
      () => ask('DELETE', url, { token: stage.system.admin.token }),
      ({ status }) => status >= 200 && status < 300,
    );
    if (!removed) return void this.fail('an import can be removed when all is well', about);
    upload.removed = true;
    history.note(this.name, about, 'removed');
  }

  private fail(promise: string, about: string): undefined {
    this.violations.push({ promise, about, found: 'no good answer within two minutes' });
  }

  async check(play: Play): Promise<Violation[]> {
    const rows = await download(play, 'Imported', ['plain']);
    if (!rows) return [{ promise: 'a download comes', about: 'Imported', found: 'no file within two minutes' }];
    const counts = new Map<number, number>();
    for (const row of rows) {
      const [, number = '-1', n = '-1'] = /^i(\d+)-(\d+)@faults\.example$/.exec(row) ?? [];
      const upload = this.uploads[Number(number)];
      if (!upload || Number(n) < 0 || Number(n) >= upload.distinct)
        this.violations.push({ promise: 'a list holds what was sent', about: row, found: 'in the list' });
      counts.set(Number(number), (counts.get(Number(number)) ?? 0) + 1);
    }
    for (const [number, upload] of this.uploads.entries()) {
      const [found, wanted] = [counts.get(number) ?? 0, upload.removed ? 0 : upload.distinct];
      if (found !== wanted)
        this.violations.push({
          promise: `the list is the union of what came in and wasn't removed: ${wanted} of this file`,
          about: `import ${number}`,
          found: String(found),
        });
    }
    return this.violations;
  }

  summary(): string {
    const lines = this.uploads.reduce((sum, upload) => sum + upload.lines, 0);
    return `${this.uploads.length} files of ${lines} lines imported, ${this.uploads.filter(({ removed }) => removed).length} removed again`;
  }
}
