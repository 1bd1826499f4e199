import { loadConfig } from '#config';
import { serve } from '#http';
import { AppModule } from './app.module.js';
import { mailerConfig } from './config.js';
import { mailerErrorFormat } from './mailer-error-format.js';

const config = loadConfig(mailerConfig);
await serve({ name: 'mailer', module: AppModule.with(config), config, errorFormat: mailerErrorFormat(config.docsUrl) });
