import { ApiProperty } from '@nestjs/swagger';
import { IsInt, IsString, Max, Min } from 'class-validator';

/** 5 GiB. */
const MAX_FILE_BYTES = 5_368_709_120;

export class PrepareUploadDto {
  @ApiProperty({ example: 'a3f29c0d4be81755' })
  @IsString()
  optoutListId: string;

  @ApiProperty({ type: 'integer', minimum: 1, maximum: MAX_FILE_BYTES, description: 'Size of the file in bytes' })
  @IsInt()
  @Min(1)
  @Max(MAX_FILE_BYTES)
  fileContentLength: number;
}
