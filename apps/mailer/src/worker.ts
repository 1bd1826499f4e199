import { loadConfig } from '#config';
import { serve } from '#http';
import { AmqpTransport } from '#messaging';
import { mailerConfig } from './config.js';
import { mailerErrorFormat } from './mailer-error-format.js';
import { WorkerModule } from './worker.module.js';

const config = loadConfig(mailerConfig);
await serve({
  name: 'mailer-worker',
  module: WorkerModule.with(config),
  config,
  errorFormat: mailerErrorFormat(config.docsUrl),
  transport: AmqpTransport,
});
