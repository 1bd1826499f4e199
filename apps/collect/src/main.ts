import { loadConfig } from '#config';
import { serve } from '#http';
import { AppModule } from './app.module.js';
import { collectConfig } from './config.js';
import { collectErrorFormat } from './opt-out-links/error-format.js';

const config = loadConfig(collectConfig);
await serve({
  name: 'collect',
  module: AppModule.with(config),
  config,
  errorFormat: collectErrorFormat(config.docsUrl),
});
