import { Module } from '@nestjs/common';
import { Builds } from './builds.js';

/** For workers. */
@Module({ providers: [Builds], exports: [Builds] })
export class BuildsModule {}
