import { ApiProperty } from '@nestjs/swagger';

export class CollectedDto {
  @ApiProperty({ enum: ['accepted'] })
  status: 'accepted';
}
