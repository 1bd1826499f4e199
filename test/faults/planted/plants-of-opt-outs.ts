import { type Plant, UNHARMED } from './plant.ts';

/** Mistakes in the collect, opt-out and mailer services. */
export const plantsOfOptOuts: Plant[] = [
  {
    name: 'answered before durable',
    mistake: 'collect answers 202 while the opt-out is still being written',
    edits: [
      {
        file: 'apps/collect/src/intake/intake.ts',
        find: 'await this.batches.add({',
        replace: 'void this.batches.add({',
      },
      {
        file: 'apps/collect/src/intake/intake.ts',
        find: `traceparent: currentTraceparent(),
      });`,
        replace: `traceparent: currentTraceparent(),
      }).catch(() => undefined);`,
      },
    ],
    only: '^network carries nothing and then resets: collect to postgres$',
    minutes: 0.6,
    broken: /acknowledged opt-out is in its list/,
  },
  {
    name: 'watermark before commit',
    mistake: 'what comes in is stamped with the time at which its transaction began, not in the order of commits',
    edits: [
      {
        file: 'apps/optout/src/opt-outs/list-clock.ts',
        find: `SET stamp = greatest(clock_timestamp(), clock.stamp + interval '1 microsecond'),`,
        replace: 'SET stamp = now(),',
      },
    ],
    only: 'slow network: optout-worker-. to postgres',
    minutes: 1,
    broken: /first file and its deltas hold the whole list/,
  },
  {
    name: 'delta since the last one prepared',
    mistake: 'a delta begins where the last file ended that was prepared, whether it was fetched or not',
    edits: [
      {
        file: 'apps/mailer/src/preparations/preparations.repository.ts',
        find: '[preparationId, status, errorCode, help, objectKey, fileName, watermark],\n    );',
        replace: `[preparationId, status, errorCode, help, objectKey, fileName, watermark],
    );
    await this.fetched(preparationId);`,
      },
    ],
    only: UNHARMED,
    minutes: 0.8,
    broken: /first file and its deltas hold the whole list/,
  },
  {
    name: 'no If-Match',
    mistake: 'the parts of a file are read without asking whether it is still the same file',
    edits: [
      {
        file: 'libs/storage/src/storage.ts',
        find: 'if (range.ifMatch) headers',
        replace: `if (range.ifMatch === '') headers`,
      },
    ],
    only: 'slow network: optout-worker-. to s3',
    minutes: 1,
    broken: /an import is of one version of its file/,
  },
  {
    name: 'known ones counted as added',
    mistake: 'an import counts opt-outs as added that the list had already',
    edits: [
      {
        file: 'apps/optout/src/imports/engine/import-slices.writer.ts',
        find: 'content.keys - known,',
        replace: 'content.keys - 0 * known,',
      },
    ],
    only: UNHARMED,
    minutes: 0.6,
    broken: /an import ends, with exact counts/,
  },
  {
    name: "removal of others' opt-outs",
    mistake: 'the removal of an import takes out what other imports brought',
    edits: [
      {
        file: 'apps/optout/src/opt-outs/runs.ts',
        find: 'UPDATE opt_out_run SET visible = false, hidden_at = clock_timestamp() WHERE import_id = $1',
        replace:
          'UPDATE opt_out_run SET visible = false, hidden_at = clock_timestamp() WHERE list_id = (SELECT list_id FROM opt_out_run WHERE import_id = $1)',
      },
    ],
    only: UNHARMED,
    minutes: 0.5,
    broken: /union of what came in|lacks nothing|exact counts/,
  },
  {
    name: 'hidden runs are read',
    mistake: 'a download reads runs of the list that are not, or no longer, part of it',
    edits: [
      {
        file: 'apps/optout/src/opt-outs/readable-runs.ts',
        find: 'WHERE list_id = ANY ($1) AND visible ORDER BY',
        replace: 'WHERE list_id = ANY ($1) ORDER BY',
      },
    ],
    only: UNHARMED,
    minutes: 0.6,
    broken: /union of what came in|whole or not at all/,
  },
  {
    name: 'a match stays in',
    mistake: 'a cleansed mailing list still has somebody who opted out',
    edits: [
      {
        file: 'apps/optout/src/cleansings/list-side.ts',
        find: 'for (let n = 0; n < records.count; n++)\n      if (marks[n])',
        replace: 'for (let n = 1; n < records.count; n++)\n      if (marks[n])',
      },
    ],
    only: UNHARMED,
    minutes: 0.4,
    broken: /who opted out is taken out of a mailing list/,
  },
  {
    name: 'leak',
    mistake: 'every request leaves something behind in memory',
    edits: [
      {
        file: 'apps/collect/src/intake/collect.service.ts',
        find: 'const list = await this.openList(userId, body.optoutListId);',
        replace: `((globalThis as unknown as { left?: Buffer[] }).left ??= []).push(Buffer.alloc(1_000_000, 1));
    const list = await this.openList(userId, body.optoutListId);`,
      },
    ],
    only: UNHARMED,
    minutes: 0.3,
    broken: /memory and handles are back/,
  },
];
