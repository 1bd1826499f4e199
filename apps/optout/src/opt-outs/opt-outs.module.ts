import { Module } from '@nestjs/common';
import { Erasure } from './erasure/erasure.js';
import { OptOuts } from './opt-outs.js';
import { Runs } from './runs.js';

@Module({ providers: [Erasure, OptOuts, Runs], exports: [Erasure, OptOuts, Runs] })
export class OptOutsModule {}
