import { loadConfig } from '#config';
import { problemDetails, serve } from '#http';
import { AmqpTransport } from '#messaging';
import { collectConfig } from './config.js';
import { WorkerModule } from './worker.module.js';

const config = loadConfig(collectConfig);
await serve({
  name: 'collect-worker',
  module: WorkerModule.with(config),
  config,
  errorFormat: problemDetails(config.docsUrl, 'optout'),
  transport: AmqpTransport,
});
