import { Module } from '@nestjs/common';
import { OperationLock } from './operation-lock.js';

@Module({ providers: [OperationLock], exports: [OperationLock] })
export class OperationLockModule {}
