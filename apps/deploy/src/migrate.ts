import { loadConfig } from '#config';
import { migrate } from '#database';
import { deployConfig } from './config.js';
import { deployDatabase } from './database/data-source.js';

await migrate(deployDatabase(loadConfig(deployConfig), 'migrate'));
