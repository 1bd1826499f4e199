import { loadConfig } from '#config';
import { problemDetails, serve } from '#http';
import { AppModule } from './app.module.js';
import { deployConfig } from './config.js';

const config = loadConfig(deployConfig);
await serve({
  name: 'deploy',
  module: AppModule.with(config),
  config,
  errorFormat: problemDetails(config.docsUrl, 'deploy'),
});
