import { ApiProperty } from '@nestjs/swagger';

export class PreparedDownloadDto {
  @ApiProperty({ format: 'uri', description: '404 until the file is whole; valid for 24 hours' })
  downloadUrl: string;
}
