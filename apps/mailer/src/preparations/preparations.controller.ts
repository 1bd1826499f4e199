import { Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientAddress, invalidRequest, LooseRequest } from '#http';
import { MailerUrl } from '../mailer-url.js';
import { ApiPrepare } from './api-prepare.decorator.js';
import { PreparationsService } from './preparations.service.js';
import type { PreparedDto } from './prepared.dto.js';

type PrepareRequest = FastifyRequest<{ Params: { key: string }; Querystring: Record<string, string | undefined> }>;

@ApiTags('mailer')
@LooseRequest()
@Controller('accesskey/download')
export class PreparationsController {
  constructor(
    private readonly preparations: PreparationsService,
    private readonly mailerUrl: MailerUrl,
  ) {}

  @Get(':key')
  @ApiOperation({ operationId: 'prepare', summary: 'Have the suppression file made; answers when it is ready' })
  @ApiPrepare()
  async prepare(@Req() request: PrepareRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<PreparedDto> {
    // Nest gives HEAD to the same method; nobody could read the link that it would make.
    if (request.method === 'HEAD') throw invalidRequest('HEAD is not allowed here.', [], 405);
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const { access, file, dcma } = await this.preparations.prepare({
      key: request.params.key,
      query: request.query,
      ip: clientAddress(request),
      gone: gone.signal,
    });
    return {
      result: 'success',
      format: file.format,
      campaign_name: access.campaign.name,
      download_link: this.mailerUrl.download({ key: access.key, token: request.query.token ?? '', dcma }),
    };
  }

  @Post(':key')
  @HttpCode(200)
  @ApiOperation({ operationId: 'preparePost', summary: 'The same by POST; parameters are in the query all the same' })
  @ApiPrepare()
  preparePost(@Req() request: PrepareRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<PreparedDto> {
    return this.prepare(request, reply);
  }
}
