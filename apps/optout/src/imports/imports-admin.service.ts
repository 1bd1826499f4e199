import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { PageQueryDto } from '../admin/page-query.dto.js';
import { pageStart } from '../admin/page-start.js';
import { Imports, MalformedReport } from './engine/index.js';
import { ImportViewDto, type ImportViewsDto } from './import-view.dto.js';
import { importMissing, importRunning } from './imports.errors.js';
import type { MalformedLinesDto } from './malformed-lines.dto.js';

/** Imports, for admins. */
@Injectable()
export class ImportsAdminService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly imports: Imports,
    private readonly malformed: MalformedReport,
  ) {}

  async list({ optoutListId: listId, before, limit = 100 }: PageQueryDto): Promise<ImportViewsDto> {
    const views = await this.imports.list({
      limit,
      ...(listId && { listId }),
      ...(before && { before: pageStart(before) }),
    });
    return { data: views.map(ImportViewDto.of) };
  }

  async show(reference: string): Promise<ImportViewDto> {
    const view = await this.imports.status(reference);
    if (!view) throw importMissing();
    return ImportViewDto.of(view);
  }

  async malformedLines(reference: string): Promise<MalformedLinesDto> {
    if (!(await this.imports.status(reference))) throw importMissing();
    return { data: await this.malformed.of(reference) };
  }

  /** Its opt-outs leave the list, unless they came in another way too. */
  async remove(reference: string): Promise<void> {
    if (await this.dataSource.transaction((tx) => this.imports.remove(tx, reference))) return;
    throw (await this.imports.status(reference)) ? importRunning() : importMissing();
  }
}
