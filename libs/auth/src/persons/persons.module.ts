import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { PersonalData } from './personal-data.js';
import { PersonsController } from './persons.controller.js';

/** The part of a service's admin API that answers data subject requests. Needs AuthModule. */
@Module({})
export class PersonsModule {
  static of(personalData: Type<PersonalData>, needs: Pick<DynamicModule, 'imports' | 'providers'> = {}): DynamicModule {
    return {
      module: PersonsModule,
      imports: needs.imports ?? [],
      controllers: [PersonsController],
      providers: [...(needs.providers ?? []), { provide: PersonalData, useClass: personalData }],
    };
  }
}
