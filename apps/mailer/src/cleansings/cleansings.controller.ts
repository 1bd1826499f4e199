import { Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientAddress, LooseRequest, StreamedBody } from '#http';
import { MailerUrl } from '../mailer-url.js';
import type { Preparation } from '../preparations/preparation.js';
import { ApiCleanse } from './api-cleanse.decorator.js';
import type { CleansedDto } from './cleansed.dto.js';
import { CleansingsService } from './cleansings.service.js';

type CleanseRequest = FastifyRequest<{ Params: { key: string }; Querystring: { token?: string } }>;

@ApiTags('mailer')
@LooseRequest()
@Controller('accesskey/cleanse')
export class CleansingsController {
  constructor(
    private readonly cleansings: CleansingsService,
    private readonly mailerUrl: MailerUrl,
  ) {}

  @Post(':key')
  @HttpCode(200)
  @StreamedBody()
  @ApiOperation({ operationId: 'cleanse', summary: 'Take those who opted out of a mailing list' })
  @ApiCleanse()
  async cleanse(@Req() request: CleanseRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<CleansedDto> {
    const { key } = request.params;
    const { token } = request.query;
    const { contentType, stream = request.raw } = request.rawBody;
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const body = { contentType, stream };
    const { access, dcma, settled } = await this.cleansings.cleanse({
      key,
      token,
      ip: clientAddress(request),
      gone: gone.signal,
      body,
    });
    return {
      result: 'success',
      format: access.campaign.format,
      campaign_name: access.campaign.name,
      download_link: this.mailerUrl.download({ key: access.key, token: token ?? '', dcma }),
      ...(settled && countsOf(settled)),
    };
  }
}

function countsOf({ submittedCount, matchedCount, malformedCount }: Preparation) {
  return {
    submitted_count: submittedCount ?? 0,
    matched_count: matchedCount ?? 0,
    malformed_count: malformedCount ?? 0,
  };
}
