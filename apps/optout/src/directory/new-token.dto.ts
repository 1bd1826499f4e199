import { ApiProperty } from '@nestjs/swagger';
import { Name } from './name.decorator.js';

export class NewTokenDto {
  @ApiProperty({ example: 'ci' })
  @Name()
  name: string;
}
