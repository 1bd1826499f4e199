import { ApiProperty } from '@nestjs/swagger';
import type { BrandListItem } from './brands.repository.js';
import type { ListBrandsDto } from './list-brands.dto.js';

export class BrandListItemResponse {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty()
  name: string;

  @ApiProperty()
  enabled: boolean;
}

export class PaginationResponse {
  @ApiProperty({ type: 'integer', minimum: 1 })
  page: number;

  @ApiProperty({ type: 'integer', minimum: 10, maximum: 200 })
  pageSize: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Brands that match, on all pages' })
  totalCount: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: '0 when nothing matches' })
  totalPages: number;
}

export class BrandListResponse {
  @ApiProperty({ type: [BrandListItemResponse] })
  data: BrandListItemResponse[];

  @ApiProperty()
  pagination: PaginationResponse;
}

export function brandListResponse(
  { page, pageSize }: ListBrandsDto,
  { brands, total }: { brands: BrandListItem[]; total: number },
): BrandListResponse {
  const pagination = { page, pageSize, totalCount: total, totalPages: Math.ceil(total / pageSize) };
  return { data: brands.map(({ id, name, enabled }) => ({ id, name, enabled })), pagination };
}
