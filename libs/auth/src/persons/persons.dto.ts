import { ApiProperty } from '@nestjs/swagger';
import { IsString, MaxLength, MinLength } from 'class-validator';

export class PersonDto {
  @ApiProperty({ description: 'An e-mail address, a phone number, or a hash of one', example: 'someone@example.com' })
  @IsString()
  @MinLength(1)
  @MaxLength(1_000)
  address: string;
}

export class StoredThingDto {
  @ApiProperty({ example: 'contact' })
  what: string;

  @ApiProperty({ type: 'object', additionalProperties: true, description: 'All that is stored of it' })
  data: Record<string, unknown>;
}

export class FoundPersonDto {
  @ApiProperty({ type: [StoredThingDto] })
  data: StoredThingDto[];
}

export class ErasedThingDto {
  @ApiProperty({ example: 'contact' })
  what: string;

  @ApiProperty({ type: 'integer' })
  count: number;
}

export class ErasedPersonDto {
  @ApiProperty({ type: [ErasedThingDto] })
  data: ErasedThingDto[];
}
