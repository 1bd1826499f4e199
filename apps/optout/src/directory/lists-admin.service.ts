import { Injectable } from '@nestjs/common';
import { listFollowed, listMissing, thereAlready } from './directory.errors.js';
import type { Directory } from './directory.js';
import { DirectoryService } from './directory.service.js';
import type { ListPatchDto } from './list-patch.dto.js';
import type { ListStateDto } from './list-state.dto.js';
import { planOne } from './plan-one.js';
import { stateView } from './state-view.js';
import { withoutList } from './without-list.js';

/** Single lists, for admins. */
@Injectable()
export class ListsAdminService {
  constructor(private readonly directory: DirectoryService) {}

  async list() {
    const directory = await this.directory.read();
    return { data: stateView(directory, [...directory.lists.values()], []).lists };
  }

  async show(id: string) {
    return viewOf(await this.directory.read(), id);
  }

  async create(list: ListStateDto) {
    const { directory, change } = await this.directory.change((current) => {
      const target = planOne({ lists: [list] }, current);
      if (target.lists.size === current.lists.size) throw thereAlready('a list');
      return target;
    });
    const created = change.lists.find(({ action }) => action === 'created');
    return viewOf(directory, created?.list.id ?? '');
  }

  /** Fields that are left out stay as they are. */
  async change(id: string, patch: ListPatchDto) {
    const { directory } = await this.directory.change((current) => {
      const list: ListStateDto = { ...viewOf(current, id), ...patch };
      return planOne({ lists: [list] }, current);
    });
    return viewOf(directory, id);
  }

  /** Groups lose it, users lose their grants. Its opt-outs are kept. */
  async delete(id: string): Promise<void> {
    await this.directory.change((current) => {
      viewOf(current, id);
      const followers = [...current.lists.values()].filter(
        ({ kind, parts }) => kind === 'linked' && parts.includes(id),
      );
      if (followers.length) throw listFollowed(followers.map(({ name }) => name));
      return withoutList(current, id);
    });
  }
}

function viewOf(directory: Directory, id: string) {
  const list = directory.lists.get(id);
  if (!list) throw listMissing();
  return stateView(directory, [list], []).lists[0]!;
}
