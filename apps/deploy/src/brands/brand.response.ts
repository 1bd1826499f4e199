import { ApiExtraModels, ApiProperty, ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';
import type { Brand } from './brand.entity.js';
import type { UnsubscribeHandling } from './unsubscribe-handling.js';
import { DeployUnsubscribeResponse, ThirdPartyUnsubscribeResponse } from './unsubscribe-handling.response.js';

export class EspResponse {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty()
  name: string;
}

export class VerticalResponse {
  @ApiProperty({ type: 'integer' })
  id: number;

  @ApiProperty()
  label: string;
}

@ApiExtraModels(DeployUnsubscribeResponse, ThirdPartyUnsubscribeResponse)
export class BrandResponse {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty()
  name: string;

  @ApiProperty()
  enabled: boolean;

  @ApiPropertyOptional({ description: 'Left out when not set' })
  fromAddress?: string;

  @ApiPropertyOptional({ description: 'Sending domain, left out when none is configured' })
  domain?: string;

  @ApiProperty({ type: [EspResponse], description: 'E-mail service providers' })
  esps: EspResponse[];

  @ApiProperty({ type: [VerticalResponse] })
  verticals: VerticalResponse[];

  @ApiProperty({
    oneOf: [{ $ref: getSchemaPath(DeployUnsubscribeResponse) }, { $ref: getSchemaPath(ThirdPartyUnsubscribeResponse) }],
    discriminator: {
      propertyName: 'type',
      mapping: {
        Deploy: getSchemaPath(DeployUnsubscribeResponse),
        ThirdParty: getSchemaPath(ThirdPartyUnsubscribeResponse),
      },
    },
  })
  unsubscribeHandling: UnsubscribeHandling;

  @ApiProperty({ format: 'date-time' })
  createdAt: string;
}

export function brandResponse(brand: Brand): BrandResponse {
  const { id, name, enabled, fromAddress, domain, esps, verticals, unsubscribeHandling, createdAt } = brand;
  return {
    id,
    name,
    enabled,
    ...(fromAddress !== null && { fromAddress }),
    ...(domain !== null && { domain }),
    esps: esps.map(({ id, name }) => ({ id, name })),
    verticals: verticals.map(({ id, label }) => ({ id, label })),
    unsubscribeHandling,
    createdAt: createdAt.toISOString(),
  };
}
