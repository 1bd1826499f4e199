import { type DynamicModule, Module } from '@nestjs/common';

/** What operators decide about imports. */
export class ImportSettings {
  /** @param malformedLines most lines in an import's report */
  constructor(readonly malformedLines: number) {}
}

@Module({})
export class ImportSettingsModule {
  static with({ malformedLines }: { malformedLines: number }): DynamicModule {
    return {
      module: ImportSettingsModule,
      global: true,
      providers: [{ provide: ImportSettings, useValue: new ImportSettings(malformedLines) }],
      exports: [ImportSettings],
    };
  }
}
