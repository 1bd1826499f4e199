/** The filters by name of the brand list: what each means, as a condition of SQL. The value is a parameter and compared as it is: it has no special signs. */
import { foldCase } from './fold-case.js';

export const nameOperators = [
  'equal',
  'not_equal',
  'starts_with',
  'ends_with',
  'contains',
  'starts_with_case_sensitive',
  'ends_with_case_sensitive',
  'contains_case_sensitive',
] as const;

export type NameOperator = (typeof nameOperators)[number];

export interface BrandNameFilter {
  operator: NameOperator;
  /** Not empty. */
  value: string;
}

/** By bytes: an index in this collation serves `^@` and `=`, and comparing is cheapest. */
const NAME = 'name COLLATE "C"';
const FOLDED = 'folded_name';

const conditions: Record<NameOperator, (parameter: string) => string> = {
  equal: (value) => `${NAME} = ${value}`,
  not_equal: (value) => `${NAME} <> ${value}`,
  starts_with: (value) => `${FOLDED} ^@ ${value}`,
  ends_with: (value) => `right(${FOLDED}, length(${value})) = ${value}`,
  contains: (value) => `strpos(${FOLDED}, ${value}) > 0`,
  starts_with_case_sensitive: (value) => `${NAME} ^@ ${value}`,
  ends_with_case_sensitive: (value) => `right(${NAME}, length(${value})) = ${value}`,
  contains_case_sensitive: (value) => `strpos(${NAME}, ${value}) > 0`,
};

const ignoringCase = new Set<NameOperator>(['starts_with', 'ends_with', 'contains']);

/** @param parameter the place of the value in the statement, such as `$3` */
export function nameCondition({ operator, value }: BrandNameFilter, parameter: string): { sql: string; value: string } {
  return {
    sql: conditions[operator](`${parameter}::text`),
    value: ignoringCase.has(operator) ? foldCase(value) : value,
  };
}
