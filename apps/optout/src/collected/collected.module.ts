import { Module } from '@nestjs/common';
import { OptOutsModule } from '../opt-outs/index.js';
import { CollectedConsumer } from './collected.consumer.js';

@Module({ imports: [OptOutsModule], controllers: [CollectedConsumer] })
export class CollectedModule {}
