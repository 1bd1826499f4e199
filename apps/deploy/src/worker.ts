import { loadConfig } from '#config';
import { problemDetails, serve } from '#http';
import { AmqpTransport } from '#messaging';
import { deployConfig } from './config.js';
import { WorkerModule } from './worker.module.js';

const config = loadConfig(deployConfig);
await serve({
  name: 'deploy-worker',
  module: WorkerModule.with(config),
  config,
  errorFormat: problemDetails(config.docsUrl, 'deploy'),
  transport: AmqpTransport,
});
