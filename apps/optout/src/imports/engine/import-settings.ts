import { type DynamicModule, Module } from '@nestjs/common';

/** What operators decide about imports. */
export class ImportSettings {
  /**
   * @param malformedLines most lines in an import's report
   * @param malformedKeepMs how long a report is kept
   */
  constructor(
    readonly malformedLines: number,
    readonly malformedKeepMs: number,
  ) {}
}

@Module({})
export class ImportSettingsModule {
  static with({ malformedLines, malformedKeepMs }: ImportSettings): DynamicModule {
    return {
      module: ImportSettingsModule,
      global: true,
      providers: [{ provide: ImportSettings, useValue: new ImportSettings(malformedLines, malformedKeepMs) }],
      exports: [ImportSettings],
    };
  }
}
