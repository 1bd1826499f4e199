import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, MinLength } from 'class-validator';
import { Optional, QueryFlag, QueryInteger } from '#http';
import { type BrandNameFilter, nameOperators } from './brand-name-filter.js';

export const brandSorts = ['name', '-name'] as const;
export type BrandSort = (typeof brandSorts)[number];

export class ListBrandsDto {
  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER, default: 1 })
  @Optional()
  @QueryInteger({ min: 1 })
  page: number = 1;

  @ApiPropertyOptional({ type: 'integer', minimum: 10, maximum: 200, default: 200 })
  @Optional()
  @QueryInteger({ min: 10, max: 200 })
  pageSize: number = 200;

  @ApiPropertyOptional({ enum: brandSorts, default: 'name' })
  @Optional()
  @IsIn(brandSorts)
  sort: BrandSort = 'name';

  @ApiPropertyOptional({ type: 'boolean', description: 'Only enabled or only disabled brands; both when left out' })
  @Optional()
  @QueryFlag()
  enabled?: boolean;

  @ApiPropertyOptional({ minLength: 1, description: 'Same as name[equal]' })
  @Optional()
  @MinLength(1)
  name?: string;
}

/** One field a filter: `name[equal]`, `name[starts_with]` and so on. */
for (const operator of nameOperators) {
  const field = `name[${operator}]`;
  for (const decorate of [ApiPropertyOptional({ type: String, minLength: 1 }), Optional(), MinLength(1)])
    decorate(ListBrandsDto.prototype, field);
}

/** All filters by name that the query holds; a query may hold one. */
export function nameFiltersOf(query: ListBrandsDto): (BrandNameFilter & { parameter: string })[] {
  const texts = query as unknown as Record<string, string | undefined>;
  const candidates = [
    { parameter: 'name', operator: 'equal' as const },
    ...nameOperators.map((operator) => ({ parameter: `name[${operator}]`, operator })),
  ];
  return candidates.flatMap((candidate) => {
    const value = texts[candidate.parameter];
    return value === undefined ? [] : [{ ...candidate, value }];
  });
}
