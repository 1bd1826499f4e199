import { ApiProperty } from '@nestjs/swagger';
import type { NamedBrand } from '../brands/brands.repository.js';

export class SubscriptionResponse {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty()
  name: string;
}

export class SubscriptionListResponse {
  @ApiProperty({ type: [SubscriptionResponse], description: 'By name' })
  brands: SubscriptionResponse[];
}

export function subscriptionListResponse(brands: NamedBrand[]): SubscriptionListResponse {
  return { brands: brands.map(({ id, name }) => ({ id, name })) };
}
