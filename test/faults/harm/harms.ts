import type { Harm } from './harm.ts';
import { networkHarms } from './network-harms.ts';
import { processHarms } from './process-harms.ts';
import { serverHarms } from './server-harms.ts';

/** All that is done. */
export const harms: Harm[] = [...processHarms, ...serverHarms, ...networkHarms];
