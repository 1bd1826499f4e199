import { loadConfig } from '#config';
import { problemDetails, serve } from '#http';
import { AmqpTransport } from '#messaging';
import { optoutConfig } from './config.js';
import { WorkerModule } from './worker.module.js';

const config = loadConfig(optoutConfig);
await serve({
  name: 'optout-worker',
  module: WorkerModule.with(config),
  config,
  errorFormat: problemDetails(config.docsUrl, 'optout'),
  transport: AmqpTransport,
});
