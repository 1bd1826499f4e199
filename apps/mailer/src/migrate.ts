import { loadConfig } from '#config';
import { migrate } from '#database';
import { mailerConfig } from './config.js';
import { databaseOptions } from './database/data-source.js';

await migrate(databaseOptions(loadConfig(mailerConfig), 'migrate'));
