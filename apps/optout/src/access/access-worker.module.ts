import { Module } from '@nestjs/common';
import { TokenUsesConsumer } from './token-uses.consumer.js';
import { TokensRepository } from './tokens.repository.js';

@Module({ providers: [TokensRepository], controllers: [TokenUsesConsumer] })
export class AccessWorkerModule {}
