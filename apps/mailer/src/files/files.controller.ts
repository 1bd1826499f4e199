import { Controller, Get, Req, Res } from '@nestjs/common';
import {
  ApiNotFoundResponse,
  ApiOperation,
  ApiParam,
  ApiQuery,
  ApiResponse,
  ApiTags,
  ApiUnauthorizedResponse,
} from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LooseRequest } from '#http';
import { filePage } from './file-page.js';
import { FilesService } from './files.service.js';

type FileRequest = FastifyRequest<{ Params: { key: string }; Querystring: { token?: string; dcma?: string } }>;

@ApiTags('mailer')
@LooseRequest()
@Controller('accesskey/getfile')
export class FilesController {
  constructor(private readonly files: FilesService) {}

  @Get(':key')
  @ApiOperation({ operationId: 'getfile', summary: 'Retrieve the prepared suppression file' })
  @ApiParam({ name: 'key', description: "The mailer's access key" })
  @ApiQuery({ name: 'token', type: String, description: "The mailer's token" })
  @ApiQuery({ name: 'dcma', type: String, description: 'The download token of the link' })
  @ApiResponse({
    status: 302,
    description: 'The ZIP is at Location',
    headers: { Location: { required: true, schema: { type: 'string', format: 'uri' } } },
    content: { 'text/html': { schema: { type: 'string' } } },
  })
  @ApiUnauthorizedResponse({ description: 'invalid_token' })
  @ApiNotFoundResponse({ description: 'invalid_access_key, invalid_dcma, download_not_prepared' })
  async getfile(@Req() request: FileRequest, @Res() reply: FastifyReply): Promise<void> {
    const { key } = request.params;
    const { token, dcma } = request.query;
    const { preparationId, url, fileName } = await this.files.locate({ key, token, dcma });
    // A HEAD looks at the link; only a GET takes the file, when its answer is out.
    if (request.method === 'GET') reply.raw.once('finish', () => this.files.fetched(preparationId));
    await reply
      .status(302)
      .header('location', url)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(filePage(url, fileName));
  }
}
