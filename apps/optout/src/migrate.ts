import { loadConfig } from '#config';
import { migrate } from '#database';
import { optoutConfig } from './config.js';
import { databaseOptions } from './database/data-source.js';

await migrate(databaseOptions(loadConfig(optoutConfig), 'migrate'));
