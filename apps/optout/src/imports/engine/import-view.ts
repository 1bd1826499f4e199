import type { ImportView } from './import.types.js';

/** SQL of what people are told of imports; a WHERE can follow. */
export const IMPORT_VIEW = `
  SELECT id, list_id, user_id, status, stage, file_content_length::float8, object_key, url_expires_at, noticed_at, finished_at, message,
         to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS created,
         extract(epoch FROM coalesce(finished_at, clock_timestamp()) - noticed_at)::float8 AS elapsed,
         submitted_count::float8, added_count::float8, malformed_count::float8,
         CASE stage
           WHEN 'finished' THEN 1
           WHEN 'open'     THEN 0
           WHEN 'reading'  THEN coalesce((SELECT count(*) FROM import_range WHERE import_id = import.id AND done)::float8 / ranges, 0) / 2
           ELSE 0.5 + coalesce((SELECT avg(done::int) FROM import_slice WHERE import_id = import.id), 0)::float8 / 2
         END AS progress
    FROM import`;

// biome-ignore lint/suspicious/noExplicitAny: a row of IMPORT_VIEW
export function viewOf(row: any): ImportView {
  const ended = row.status !== 'running';
  return {
    id: row.id,
    listId: row.list_id,
    userId: row.user_id,
    status: row.status,
    stage: row.stage,
    fileContentLength: row.file_content_length,
    objectKey: row.object_key,
    urlExpiresAt: row.url_expires_at,
    createdAt: row.created,
    progress: row.progress,
    ...(row.noticed_at && { noticedAt: row.noticed_at, elapsedSeconds: Math.max(0, row.elapsed) }),
    ...(row.finished_at && { finishedAt: row.finished_at }),
    ...(ended && {
      message: row.message,
      submittedCount: row.submitted_count,
      addedCount: row.added_count,
      malformedCount: row.malformed_count,
    }),
  };
}
