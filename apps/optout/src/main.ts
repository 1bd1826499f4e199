import { loadConfig } from '#config';
import { problemDetails, serve } from '#http';
import { AppModule } from './app.module.js';
import { optoutConfig } from './config.js';

const config = loadConfig(optoutConfig);
await serve({
  name: 'optout',
  module: AppModule.with(config),
  config,
  errorFormat: problemDetails(config.docsUrl, 'optout'),
});
