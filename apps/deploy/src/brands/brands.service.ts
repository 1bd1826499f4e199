import { Injectable } from '@nestjs/common';
import type { Tx } from '#database';
import type { Brand } from './brand.entity.js';
import { brandNotFound, severalNameFilters, unknownBrands } from './brands.errors.js';
import { type BrandListItem, BrandsRepository, type NamedBrand } from './brands.repository.js';
import { type ListBrandsDto, nameFiltersOf } from './list-brands.dto.js';

@Injectable()
export class BrandsService {
  constructor(private readonly brands: BrandsRepository) {}

  async get(accountId: string, brandId: string): Promise<Brand> {
    const brand = await this.brands.find(accountId, brandId);
    if (!brand) throw brandNotFound(brandId);
    return brand;
  }

  async list(accountId: string, query: ListBrandsDto): Promise<{ brands: BrandListItem[]; total: number }> {
    const { page, pageSize, sort, enabled } = query;
    const filters = nameFiltersOf(query);
    if (filters.length > 1) throw severalNameFilters(filters.map(({ parameter }) => parameter));
    const offset = (page - 1) * pageSize;
    return this.brands.list(accountId, { enabled, nameFilter: filters[0], sort, limit: pageSize, offset });
  }

  /** Those of the ids that are brands of the account. */
  async findNamed(tx: Tx, accountId: string, ids: string[]): Promise<Map<string, NamedBrand>> {
    if (ids.length === 0) return new Map();
    return new Map((await this.brands.named(tx, accountId, ids)).map((brand) => [brand.id, brand]));
  }

  /** The brands in the order of the ids. @throws {Problem} 400 that names the ids which aren't in the account */
  async named(tx: Tx, accountId: string, ids: string[]): Promise<NamedBrand[]> {
    const found = await this.findNamed(tx, accountId, ids);
    const missing = ids.filter((id) => !found.has(id));
    if (missing.length > 0) throw unknownBrands(missing);
    return ids.map((id) => found.get(id)!);
  }
}
