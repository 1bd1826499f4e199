import { Injectable } from '@nestjs/common';
import { Problems } from '#state';
import { changeLines } from './change-lines.js';
import { DirectoryService } from './directory.service.js';
import { planState, type StatePlan } from './plan-state.js';
import type { StateDto } from './state.dto.js';
import { stateView } from './state-view.js';

/** This service's part of `heed apply` and `heed export`. */
@Injectable()
export class StateService {
  constructor(private readonly directory: DirectoryService) {}

  /** Everything is checked before anything is changed; a problem names its place in the section. */
  async apply(state: StateDto, { dryRun, prune }: { dryRun: boolean; prune: boolean }) {
    let plan: StatePlan | undefined;
    const { directory, change, ...made } = await this.directory.change(
      (current) => {
        const problems = new Problems();
        plan = planState(state, current, prune, problems);
        problems.throwIfAny();
        return plan.target;
      },
      { dryRun },
    );
    const { lists = [], users = [], global = false } = plan ?? {};
    const listRecords = lists.flatMap((id) => directory.lists.get(id) ?? []);
    const userRecords = users.flatMap((id) => directory.users.get(id) ?? []);
    const { globalList, ...view } = stateView(directory, listRecords, userRecords, made);
    return {
      changes: changeLines(change, { lists, users, global }),
      state: { ...view, ...(global && { globalList }) },
    };
  }

  async export() {
    const directory = await this.directory.read();
    return stateView(directory, [...directory.lists.values()], [...directory.users.values()]);
  }
}
