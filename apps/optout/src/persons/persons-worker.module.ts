import { Module } from '@nestjs/common';
import { OptOutsModule } from '../opt-outs/index.js';
import { ErasureSweep } from './erasure-sweep.js';

@Module({ imports: [OptOutsModule], providers: [ErasureSweep] })
export class PersonsWorkerModule {}
