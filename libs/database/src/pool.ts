import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';

/** The pool behind a data source: TypeORM has no name for it. */
export function poolOf(dataSource: DataSource): Pool {
  return (dataSource.driver as unknown as { master: Pool }).master;
}
