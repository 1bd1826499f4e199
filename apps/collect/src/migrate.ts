import { loadConfig } from '#config';
import { migrate } from '#database';
import { collectConfig } from './config.js';
import { databaseOptions } from './database/data-source.js';

await migrate(databaseOptions(loadConfig(collectConfig), 'migrate'));
