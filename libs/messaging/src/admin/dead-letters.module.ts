import { Module } from '@nestjs/common';
import { DeadLettersController } from './dead-letters.controller.js';
import { DeadLettersService } from './dead-letters.service.js';

/** The part of each service's admin API that shows messages which were given up, and has them tried again. Needs AuthModule. */
@Module({ controllers: [DeadLettersController], providers: [DeadLettersService] })
export class DeadLettersModule {}
