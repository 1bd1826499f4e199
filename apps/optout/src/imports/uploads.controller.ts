import { Body, Controller, Get, HttpCode, Param, Post, UseGuards } from '@nestjs/common';
import { ApiForbiddenResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiUuidParam, UuidParam } from '#http';
import { ApiUserToken } from '../access/api-user-token.decorator.js';
import { UserGuard } from '../access/user.guard.js';
import { UserId } from '../access/user-id.decorator.js';
import { PrepareUploadDto } from './prepare-upload.dto.js';
import { PreparedUploadDto } from './prepared-upload.dto.js';
import { UploadStatusDto } from './upload-status.dto.js';
import { UploadsService } from './uploads.service.js';

@ApiTags('opt-out lists')
@ApiUserToken()
@UseGuards(UserGuard)
@Controller('optout-list')
export class UploadsController {
  constructor(private readonly uploads: UploadsService) {}

  @Post('prepare-upload')
  @HttpCode(200)
  @ApiOperation({ summary: 'Get a URL to upload a file of opt-outs to' })
  @ApiOkResponse({ type: PreparedUploadDto, description: 'Where to PUT the file, within 15 minutes' })
  prepare(@UserId() userId: string, @Body() body: PrepareUploadDto): Promise<PreparedUploadDto> {
    return this.uploads.prepare(userId, body);
  }

  @Get('upload-status/:reference')
  @ApiOperation({ summary: 'What became of an uploaded file' })
  @ApiUuidParam('reference', 'importReference of prepare-upload')
  @ApiOkResponse({ type: UploadStatusDto, description: 'How far it is' })
  @ApiForbiddenResponse({ description: 'It is not one of yours, or there is none' })
  status(@UserId() userId: string, @Param('reference', UuidParam) reference: string): Promise<UploadStatusDto> {
    return this.uploads.status(userId, reference);
  }
}
