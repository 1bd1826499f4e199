import { Writable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { context, createLogger, PinoLogger, scrub } from './index.js';

function captured(write: (logger: PinoLogger) => void): Record<string, unknown> & { text: string } {
  let text = '';
  const sink = new Writable({
    write(chunk, _encoding, done) {
      text += chunk;
      done();
    },
  });
  write(new PinoLogger(createLogger({ service: 'deploy', level: 'trace' }, sink)));
  return { ...JSON.parse(text), text };
}

describe('the log', () => {
  it('carries the service, the class, and the request it belongs to', () => {
    const line = captured((logger) => context.run({ requestId: 'r-1' }, () => logger.log('started', 'Imports')));
    expect(line).toMatchObject({
      level: 'info',
      service: 'deploy',
      context: 'Imports',
      requestId: 'r-1',
      msg: 'started',
    });
  });

  it('takes fields and errors', () => {
    expect(captured((logger) => logger.log({ msg: 'done', rows: 3 }, 'Imports'))).toMatchObject({
      msg: 'done',
      rows: 3,
    });
    expect(captured((logger) => logger.error(new Error('broken'), 'Imports')).err).toMatchObject({ message: 'broken' });
  });

  it('never shows a credential or an address, whoever wrote it', () => {
    const { text } = captured((logger) =>
      logger.error(
        new Error('Key (email)=(jane.doe@shop.example) exists; hd_key_ab12_S3CRET; amqp://heed:hunter2@mq:5672/v'),
        {
          url: '/accesskey/getfile/m-abcd-e12-00112233445566778899aabbccddeeff?dcma=OPAQUE&token=T0KEN&x=1',
          authorization: 'Bearer abc.def',
        },
      ),
    );
    for (const secret of ['jane', 'S3CRET', 'hunter2', 'OPAQUE', 'T0KEN', 'abc.def', '00112233'])
      expect(text).not.toContain(secret);
  });

  it('shows of an error of the database what went wrong, and nothing of what was being written', () => {
    const failed = Object.assign(
      new Error('duplicate key value', { cause: Object.assign(new Error('x'), { detail: 'row of Jane' }) }),
      {
        code: '23505',
        constraint: 'contact_pkey',
        query: 'INSERT INTO contact VALUES ($1)',
        parameters: ['{"firstName":"Jane"}'],
        detail: 'Failing row contains (Jane, 12025550123).',
        driverError: { where: 'unnamed portal parameter $1 = Jane' },
      },
    );
    for (const message of [failed, { msg: 'request failed', err: failed }]) {
      const { err, text } = captured((logger) => logger.error(message));
      expect(err).toMatchObject({ type: 'Error', code: '23505', constraint: 'contact_pkey', cause: { message: 'x' } });
      for (const value of ['Jane', '12025550123']) expect(text).not.toContain(value);
    }
  });

  it('leaves other text alone', () => {
    const harmless = 'queue optout.collected::optout-collected at http://127.0.0.1:9000/heed?x=1';
    expect(scrub(harmless)).toBe(harmless);
  });
});
