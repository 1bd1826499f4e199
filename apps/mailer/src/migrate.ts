import { databaseSettings, loadConfig } from '#config';
import { migrationDoor } from '#database';
import { databaseOptions } from './database/data-source.js';

await migrationDoor(databaseOptions(loadConfig(databaseSettings), 'migrate'));
