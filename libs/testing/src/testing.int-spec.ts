import { describe, expect, it } from '@jest/globals';
import { connect } from 'amqplib';
import { Client } from 'minio';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { testBroker, testDatabase, testStorage } from './index.js';

class CreateThing1700000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE thing (name text PRIMARY KEY)');
  }

  async down(): Promise<void> {}
}

describe('a test file', () => {
  it('has a migrated database of its own', async () => {
    const migrations = [CreateThing1700000000000];
    const [mine, other] = await Promise.all([testDatabase({ migrations }), testDatabase({ migrations })]);
    try {
      await mine.dataSource.query("INSERT INTO thing VALUES ('mine')");
      expect(await mine.dataSource.query('SELECT name FROM thing')).toEqual([{ name: 'mine' }]);
      expect(await other.dataSource.query('SELECT name FROM thing')).toEqual([]);
    } finally {
      await Promise.all([mine.close(), other.close()]);
    }
  });

  it('has a virtual host of its own', async () => {
    const broker = await testBroker();
    const connection = await connect(broker.url);
    const channel = await connection.createChannel();
    await channel.assertQueue('mine', { durable: true, arguments: { 'x-queue-type': 'quorum' } });
    expect(await broker.manage('queues/{vhost}')).toMatchObject([{ name: 'mine', type: 'quorum' }]);
    await connection.close();
    await broker.close();
  });

  it('has a bucket of its own, and leaves none behind', async () => {
    const storage = await testStorage();
    const { hostname, port } = new URL(storage.s3Endpoint);
    const client = new Client({
      endPoint: hostname,
      port: Number(port),
      useSSL: false,
      region: storage.s3Region,
      accessKey: storage.s3AccessKey,
      secretKey: storage.s3SecretKey,
    });
    await client.putObject(storage.s3Bucket, 'uploads/x', Buffer.from('x'));
    await storage.close();
    expect(await client.bucketExists(storage.s3Bucket)).toBe(false);
  });
});
