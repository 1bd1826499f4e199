import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiUuidParam, UuidParam } from '#http';
import { From } from '../access/caller.decorator.js';
import type { Caller } from '../access/caller.js';
import { Requires } from '../access/requires.decorator.js';
import { BrandResponse, brandResponse } from './brand.response.js';
import { BrandListResponse, brandListResponse } from './brand-list.response.js';
import { BrandsService } from './brands.service.js';
import { ListBrandsDto } from './list-brands.dto.js';

@ApiTags('Brands')
@Controller('deploy/v1/brands')
export class BrandsController {
  constructor(private readonly brands: BrandsService) {}

  @Get()
  @Requires('brands:read')
  @ApiOperation({ summary: 'List brands, by page, by name, by whether they are enabled' })
  @ApiOkResponse({ type: BrandListResponse, description: 'A page; beyond the last one it is empty' })
  async list(@From() { accountId }: Caller, @Query() query: ListBrandsDto): Promise<BrandListResponse> {
    return brandListResponse(query, await this.brands.list(accountId, query));
  }

  @Get(':brandId')
  @ApiUuidParam('brandId')
  @Requires('brands:read')
  @ApiOperation({ summary: 'Read a brand' })
  @ApiOkResponse({ type: BrandResponse, description: 'The brand' })
  @ApiNotFoundResponse()
  async get(@From() { accountId }: Caller, @Param('brandId', UuidParam) brandId: string): Promise<BrandResponse> {
    return brandResponse(await this.brands.get(accountId, brandId));
  }
}
