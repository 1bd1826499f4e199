import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsString, MaxLength } from 'class-validator';

export class FindOptOutDto {
  @ApiProperty({ description: 'An e-mail address, a phone number, or a hash of one', example: 'someone@example.com' })
  @IsString()
  @MaxLength(1_000)
  address: string;
}

/** One way in which the opt-out came in. */
export class FoundOptOutDto {
  @ApiProperty()
  optoutListId: string;

  @ApiProperty()
  listName: string;

  @ApiProperty({ enum: ['collected', 'imported'] })
  collectionType: 'collected' | 'imported';

  @ApiProperty({ format: 'date-time' })
  at: Date;

  @ApiPropertyOptional({ format: 'uuid', description: 'Of imported ones' })
  importReference?: string;

  @ApiPropertyOptional()
  linkKey?: string;

  @ApiPropertyOptional()
  campaign?: string;

  @ApiPropertyOptional()
  affiliate?: string;

  @ApiPropertyOptional()
  subAffiliate?: string;

  @ApiPropertyOptional()
  ip?: string;

  @ApiPropertyOptional({ description: "The link's extRef" })
  metadata?: string;
}

export class FoundOptOutsDto {
  @ApiProperty({ type: [FoundOptOutDto], description: 'Earliest first' })
  data: FoundOptOutDto[];
}
