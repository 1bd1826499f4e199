import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

const PLACES = 3;

/** The prepares that an IP address has under way, counted over all replicas. */
@Injectable()
export class PreparePlacesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Takes one of the places, or one whose lease ran out because its replica died. @returns whether there was one */
  async take(ip: string, holder: string, leaseSeconds: number): Promise<boolean> {
    for (let place = 1; place <= PLACES; place++) {
      const rows: unknown[] = await this.dataSource.query(
        `INSERT INTO prepare_place (ip, place, holder, held_until)
         VALUES ($1, $2, $3, now() + make_interval(secs => $4))
         ON CONFLICT (ip, place) DO UPDATE SET holder = excluded.holder, held_until = excluded.held_until
         WHERE prepare_place.held_until < now()
         RETURNING place`,
        [ip, place, holder, leaseSeconds],
      );
      if (rows.length > 0) return true;
    }
    return false;
  }

  async keep(ip: string, holder: string, leaseSeconds: number): Promise<void> {
    await this.dataSource.query(
      `UPDATE prepare_place SET held_until = now() + make_interval(secs => $3) WHERE ip = $1 AND holder = $2`,
      [ip, holder, leaseSeconds],
    );
  }

  async leave(ip: string, holder: string): Promise<void> {
    await this.dataSource.query(`DELETE FROM prepare_place WHERE ip = $1 AND holder = $2`, [ip, holder]);
  }

  async removeLapsed(): Promise<void> {
    await this.dataSource.query(`DELETE FROM prepare_place WHERE held_until < now() - interval '1 hour'`);
  }
}
