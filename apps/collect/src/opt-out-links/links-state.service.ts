import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Tx } from '#database';
import { Problems } from '#state';
import { DirectoryService } from '../directory/directory.service.js';
import type { AppliedLinksDto, LinkChangeDto } from './applied-links.dto.js';
import { type Link, LinksRepository } from './links.repository.js';
import type { LinksStateDto } from './links-state.dto.js';
import { planLinks } from './plan-links.js';

/** Links as a state file has them. */
@Injectable()
export class LinksStateService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly links: LinksRepository,
    private readonly directory: DirectoryService,
  ) {}

  async export(): Promise<LinksStateDto> {
    return { links: await this.links.all(this.dataSource.manager) };
  }

  /** Everything is checked before anything is changed. @throws {Problem} 400 with pointers */
  async apply(
    { links: wanted }: LinksStateDto,
    { dryRun, prune }: { dryRun: boolean; prune: boolean },
  ): Promise<AppliedLinksDto> {
    if (!wanted) return { changes: [], state: {} };
    return this.dataSource.transaction(async (tx) => {
      await this.links.lock(tx);
      const problems = new Problems();
      const { links, others } = planLinks(wanted, await this.links.all(tx), problems);
      await this.checkLists(
        links.map(({ link }) => link),
        problems,
      );
      problems.throwIfAny();
      const changed = links.filter(({ action }) => action !== 'unchanged').map(({ link }) => link);
      const deleted = prune ? others : [];
      if (!dryRun) await this.save(tx, changed, deleted);
      return {
        changes: [
          ...links.map(({ link, action }) => change(link, action)),
          ...deleted.map((link) => change(link, 'deleted')),
        ],
        state: { links: links.map(({ link }) => link) },
      };
    });
  }

  private async save(tx: Tx, changed: Link[], deleted: Link[]): Promise<void> {
    for (const link of changed) await this.links.save(tx, link);
    await this.links.remove(
      tx,
      deleted.map(({ key }) => key),
    );
  }

  /** A list that isn't known here may have been made a moment ago, so only what is known can be wrong. */
  private async checkLists(links: Link[], problems: Problems): Promise<void> {
    const kinds = await this.directory.kinds(links.map(({ optoutListId }) => optoutListId));
    for (const [index, { optoutListId }] of links.entries()) {
      const kind = kinds.get(optoutListId) ?? 'standard';
      if (kind !== 'standard')
        problems.add(`/links/${index}/optoutListId`, `is a ${kind} list, which takes no opt-outs`);
    }
  }
}

function change({ name }: Link, action: LinkChangeDto['action']): LinkChangeDto {
  return { kind: 'link', name, action };
}
