import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

export class TokenViewDto {
  @ApiPropertyOptional({ description: 'Public part of the token' })
  id?: string;

  @ApiProperty()
  name: string;

  @ApiPropertyOptional()
  revoked?: boolean;

  @ApiPropertyOptional({ description: 'The secret itself; only in the answer to the call that made it' })
  token?: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'Only where one user is asked for' })
  createdAt?: Date;

  @ApiPropertyOptional({ type: String, format: 'date-time', nullable: true })
  lastUsedAt?: Date | null;
}

export class UserViewDto {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty()
  name: string;

  @ApiPropertyOptional({
    type: 'integer',
    description: 'Of the state that other services are told of; only in the answer to a change',
  })
  version?: number;

  @ApiProperty({ type: [TokenViewDto] })
  tokens: TokenViewDto[];

  @ApiProperty({ type: [String], description: 'Names of the lists that the user may use' })
  lists: string[];
}

export class UserViewsDto {
  @ApiProperty({ type: [UserViewDto] })
  data: UserViewDto[];
}
