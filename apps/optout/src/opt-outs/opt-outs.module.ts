import { Module } from '@nestjs/common';
import { OptOuts } from './opt-outs.js';

@Module({ providers: [OptOuts], exports: [OptOuts] })
export class OptOutsModule {}
