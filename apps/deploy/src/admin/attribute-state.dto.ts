import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, Length, ValidateBy } from 'class-validator';
import { Optional } from '#http';
import { reservedName } from '../contact-schema/attribute-form.js';
import { type AttributeType, attributeTypes } from '../contact-schema/attribute-type.js';
import { Name } from './name.decorator.js';

/** A custom attribute of the contact schema as a state file has it. */
export class AttributeStateDto {
  @ApiProperty({ example: 'firstName', description: 'Not email or brand in any letter case; no colon' })
  @ValidateBy({
    name: 'attributeName',
    validator: {
      validate: (name) => typeof name !== 'string' || reservedName(name) === undefined,
      defaultMessage: (args) => reservedName(args!.value)!,
    },
  })
  @Name()
  name: string;

  @ApiProperty({ enum: attributeTypes, description: 'It can not be changed later' })
  @IsIn(attributeTypes)
  type: AttributeType;

  @ApiPropertyOptional()
  @Optional()
  @Length(1, 4_096)
  description?: string;
}
