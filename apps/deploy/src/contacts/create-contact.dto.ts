import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, ValidateBy } from 'class-validator';
import { Optional } from '#http';
import { isEmail } from '#identity';
import type { Attributes } from '../contact-schema/attribute-type.js';
import { BrandIds } from '../subscriptions/brand-ids.decorator.js';
import { AttributeValues } from './attributes.decorator.js';

export class CreateContactDto {
  @ApiProperty({
    format: 'idn-email',
    maxLength: 254,
    description: 'At most 254 bytes of UTF-8; it can not be changed afterwards',
    example: 'ann@example.org',
  })
  @ValidateBy({
    name: 'email',
    validator: {
      validate: (value) => typeof value === 'string' && isEmail(value),
      defaultMessage: () => 'must be an e-mail address',
    },
  })
  email: string;

  @ApiPropertyOptional({ type: [String], format: 'uuid', description: 'At most 100 different brands of the account' })
  @Optional()
  @BrandIds({ min: 0 })
  brandIds: string[] = [];

  @AttributeValues({ removable: false })
  attributes: Attributes = {};

  @ApiPropertyOptional({ default: true, description: 'Whether each brand makes a brand-subscribe event' })
  @Optional()
  @IsBoolean()
  publishBrandSubscribeEvents: boolean = true;
}
