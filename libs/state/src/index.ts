export { matchNamed } from './match-named.js';
export { planTokens, type TokenRecord } from './plan-tokens.js';
export { Problems } from './problems.js';
