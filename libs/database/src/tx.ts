import type { EntityManager } from 'typeorm';

/** An open transaction. It is passed on explicitly and never outlives the callback that it was given to. */
export type Tx = EntityManager;
