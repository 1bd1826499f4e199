import { invalidRequest } from '#http';
import { Problems } from '#state';
import type { Directory } from './directory.js';
import { planState } from './plan-state.js';
import type { StateDto } from './state.dto.js';

/** The directory with one thing made or replaced, under the same rules as a state file. @throws 400 with pointers into that one thing */
export function planOne(state: StateDto, current: Directory): Directory {
  const problems = new Problems();
  const { target } = planState(state, current, false, problems);
  const errors = problems.found.map(({ detail, pointer }) => ({ detail, pointer: pointer.replace(/^\/\w+\/0/, '') }));
  if (errors.length) throw invalidRequest('The body is not valid.', errors);
  return target;
}
