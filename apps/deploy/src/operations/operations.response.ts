import { ApiProperty } from '@nestjs/swagger';
import { OperationResponse } from './operation.response.js';

export class UploadResponse {
  @ApiProperty({ format: 'uuid', description: 'What the import is started with' })
  upload: string;

  @ApiProperty({ format: 'uri', description: 'Takes one PUT of the file' })
  uploadUrl: string;
}

export class OperationListResponse {
  @ApiProperty({ type: [OperationResponse], description: 'Newest first' })
  operations: OperationResponse[];
}

export class OperationErrorResponse {
  @ApiProperty({ type: 'integer', description: 'Line of the file, from 1' })
  line: number;

  @ApiProperty()
  reason: string;
}

export class OperationErrorsResponse {
  @ApiProperty({ type: [OperationErrorResponse] })
  errors: OperationErrorResponse[];
}
