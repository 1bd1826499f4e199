import { ApiProperty } from '@nestjs/swagger';

export class PreparedUploadDto {
  @ApiProperty({
    format: 'uri',
    description: 'PUT the file here within 15 minutes; an upload that has begun may finish later',
  })
  uploadUrl: string;

  @ApiProperty({ format: 'uuid', description: 'For upload-status' })
  importReference: string;
}
