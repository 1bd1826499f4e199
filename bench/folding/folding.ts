/**
 * How much slower a list that was fed by many small imports is read than one that was fed at once: downloads of both, by turns, over HTTP, with two workers, PostgreSQL, RabbitMQ and S3 on this
 * machine. Needs a build. `node bench/folding/folding.ts [--imports 1000] [--lines 5000] [--storage md5] [--columns hashed]`; starts the test servers where they don't run.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Door, download, openDoor } from '../download/door.ts';
import { type Expected, fileLines } from '../import/file-lines.ts';
import { type Installation, install } from '../import/installation.ts';

const ROUNDS = 5;
/** As `Folding` has it. */
const RUNS_A_TIER = 16;
const SMALL_KEYS = 1_000_000;
const ADMIN_TOKEN = '0123456789abcdef';

const { values: options } = parseArgs({
  options: {
    imports: { type: 'string', default: '1000' },
    lines: { type: 'string', default: '5000' },
    storage: { type: 'string', default: 'md5' },
    columns: { type: 'string', default: 'hashed' },
  },
});
const imports = Number(options.imports);
const lines = Number(options.lines);
const kind = options.storage === 'plain' ? 'plain' : 'md5';
const [fedAtOnce, fedOften] = ['beef000000000001', 'beef000000000002'] as const;

const installation = await install(`bench_folding_${process.pid}`);
let door: Door | undefined;
try {
  door = await openDoor(installation.environment);
  const token = await provision(door);
  await feed(installation, fedAtOnce, 1, lines * imports);
  const fed = await feed(installation, fedOften, imports, lines);
  const before = await sources(installation, fedOften);
  const folded = await untilFolded(installation, fedOften);
  const seconds = { [fedAtOnce]: [] as number[], [fedOften]: [] as number[] };
  for (let round = 0; round < ROUNDS; round++)
    for (const list of [fedAtOnce, fedOften])
      seconds[list]!.push((await download(door, token, list, options.columns.split(','))).seconds);
  const [once, often] = [fedAtOnce, fedOften].map((list) => Math.min(...seconds[list]!)) as [number, number];
  console.table({
    'imports, lines of each': `${imports}, ${lines}`,
    'seconds to import them': fed.toFixed(1),
    'runs and folds to read, at the end of the last import': before,
    'and when all is folded': await sources(installation, fedOften),
    'seconds from one to the other': folded.toFixed(1),
    'seconds to read, fed at once': once.toFixed(2),
    'seconds to read, fed by many': often.toFixed(2),
  });
  console.log(
    `fed by ${imports} imports, the list is read in ${(often / once).toFixed(2)} times the seconds of one fed at once`,
  );
} finally {
  door?.process.kill('SIGKILL');
  await installation.remove();
}

async function provision({ call }: Door): Promise<string> {
  const { state } = await call('PUT', '/admin/v1/state', ADMIN_TOKEN, {
    lists: [fedAtOnce, fedOften].map((id) => ({ name: id, id, channel: 'email', storage: kind })),
    users: [{ name: 'bench', tokens: [{ name: 'bench' }], lists: [fedAtOnce, fedOften] }],
  });
  return state.users[0].tokens[0].token;
}

/** @returns seconds until the last import has ended. */
async function feed({ database, storage }: Installation, list: string, count: number, each: number): Promise<number> {
  const started = performance.now();
  for (let n = 0; n < count; n++) {
    const id = randomUUID();
    const expected: Expected = { lines: 0, added: 0, malformed: 0 };
    const key = `uploads/${id}`;
    const { size } = await storage.put(key, fileLines(kind, { lines: each }, expected), { contentType: 'text/plain' });
    await database.query(
      `INSERT INTO import (id, list_id, user_id, channel, storage, file_content_length, object_key, url_expires_at, range_bytes)
       VALUES ($1, $2, 'bench', 'email', $3, $4, $5, now() + interval '1 hour', 25165824)`,
      [id, list, kind, size, key],
    );
  }
  for (;;) {
    const { rows } = await database.query(
      `SELECT count(*) FILTER (WHERE status = 'running')::int AS running, count(*) FILTER (WHERE status = 'failed')::int AS failed FROM import WHERE list_id = $1`,
      [list],
    );
    if (rows[0].failed > 0) throw new Error(`${rows[0].failed} imports failed`);
    if (rows[0].running === 0) return (performance.now() - started) / 1_000;
    await pause(100);
  }
}

async function sources({ database }: Installation, list: string): Promise<number> {
  const { rows } = await database.query(
    `SELECT count(DISTINCT coalesce(folded_into, id))::int AS sources FROM opt_out_run WHERE list_id = $1 AND visible`,
    [list],
  );
  return rows[0].sources;
}

/** @returns seconds until no tier has more runs than it may. */
async function untilFolded({ database }: Installation, list: string): Promise<number> {
  const started = performance.now();
  for (;;) {
    const { rows } = await database.query(
      `SELECT 1 FROM opt_out_run WHERE list_id = $1 AND folded_into IS NULL AND key_count < $2 AND (visible OR import_id IS NULL)
        GROUP BY length(to_hex(key_count)) HAVING count(*) > $3`,
      [list, SMALL_KEYS, RUNS_A_TIER],
    );
    if (rows.length === 0) return (performance.now() - started) / 1_000;
    await pause(200);
  }
}
