import { Body, Controller, HttpCode, Post, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiUserToken } from '../access/api-user-token.decorator.js';
import { UserGuard } from '../access/user.guard.js';
import { UserId } from '../access/user-id.decorator.js';
import { DownloadsService } from './downloads.service.js';
import { PrepareDownloadDto } from './prepare-download.dto.js';
import { PreparedDownloadDto } from './prepared-download.dto.js';

@ApiTags('opt-out lists')
@ApiUserToken()
@UseGuards(UserGuard)
@Controller('optout-list')
export class DownloadsController {
  constructor(private readonly downloads: DownloadsService) {}

  @Post('prepare-download')
  @HttpCode(200)
  @ApiOperation({ summary: 'Have a list made into a CSV file' })
  @ApiOkResponse({ type: PreparedDownloadDto, description: 'Where the file will be: 404 until it is whole' })
  prepare(@UserId() userId: string, @Body() body: PrepareDownloadDto): Promise<PreparedDownloadDto> {
    return this.downloads.prepare(userId, body);
  }
}
