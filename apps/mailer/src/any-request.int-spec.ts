import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { answersAnyRequest } from '#testing';
import { adminToken, type MailerService, mailerService } from './testing/mailer-service.js';

const optoutListId = 'a3f29c0d4be81755';
const state = {
  campaigns: [{ name: 'Spring', optoutListId, format: 'md5' }],
  mailers: [{ name: 'Fast', tokens: [{ name: 'main' }], access: [{ campaign: 'Spring', md5: true, deltas: true }] }],
};

let mailer: MailerService;
let parameters: Record<string, string>;
beforeAll(async () => {
  mailer = await mailerService();
  await mailer.list(optoutListId);
  const { body } = await mailer.apply(state);
  const [{ tokens, access }] = body.state.mailers;
  parameters = { key: access[0].key, token: tokens[0].token, format: 'md5' };
});
afterAll(() => mailer.close());

const inject = (request: Parameters<MailerService['app']['inject']>[0] & object) => mailer.app.inject(request);

describe('any request to mailer', () => {
  it('is answered as the OpenAPI document says, and never with a 5xx', async () => {
    await answersAnyRequest(inject, { under: ['/accesskey/'], headers: {}, parameters, runs: 60 });
  });

  it('by admins as well', async () => {
    await answersAnyRequest(inject, {
      under: ['/admin/v1/state'],
      headers: { authorization: `Bearer ${adminToken}` },
      bodies: { stateApply: state },
    });
  });
});
