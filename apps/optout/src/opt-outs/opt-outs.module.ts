import { Module } from '@nestjs/common';
import { OptOuts } from './opt-outs.js';
import { Runs } from './runs.js';

@Module({ providers: [OptOuts, Runs], exports: [OptOuts, Runs] })
export class OptOutsModule {}
