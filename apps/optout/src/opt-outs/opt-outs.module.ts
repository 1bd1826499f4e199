import { Module } from '@nestjs/common';
import { Erasure } from './erasure/erasure.js';
import { Folding } from './folding.js';
import { OptOuts } from './opt-outs.js';
import { Runs } from './runs.js';

@Module({ providers: [Erasure, Folding, OptOuts, Runs], exports: [Erasure, Folding, OptOuts, Runs] })
export class OptOutsModule {}
