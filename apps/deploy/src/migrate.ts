import { databaseSettings, loadConfig } from '#config';
import { migrationDoor } from '#database';
import { deployDatabase } from './database/data-source.js';

await migrationDoor(deployDatabase(loadConfig(databaseSettings), 'migrate'));
