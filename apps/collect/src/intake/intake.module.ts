import { type DynamicModule, Module } from '@nestjs/common';
import { LastUsed } from '#auth';
import { DirectoryModule } from '../directory/directory.module.js';
import { CollectController } from './collect.controller.js';
import { CollectService } from './collect.service.js';
import { INTAKE_WAITING, Intake } from './intake.js';
import { TokenUses } from './token-uses.js';

/** POST /client-optout/collect, and the one way by which opt-outs get in. */
@Module({})
export class IntakeModule {
  static with({ waiting }: { waiting: number }): DynamicModule {
    return {
      module: IntakeModule,
      global: true,
      imports: [DirectoryModule],
      controllers: [CollectController],
      providers: [
        { provide: INTAKE_WAITING, useValue: waiting },
        Intake,
        CollectService,
        TokenUses,
        {
          provide: LastUsed,
          useFactory: (uses: TokenUses) => new LastUsed((used) => uses.tell(used)),
          inject: [TokenUses],
        },
      ],
      exports: [Intake],
    };
  }
}
