import type { ServerResponse } from 'node:http';
import { Controller, Get, Req, Res } from '@nestjs/common';
import {
  ApiForbiddenResponse,
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
  @ApiForbiddenResponse({
    description: 'What the preparation was refused for, where its link was given before that was known',
  })
  @ApiNotFoundResponse({ description: 'invalid_access_key, invalid_dcma, download_not_prepared, empty_list' })
  async getfile(@Req() request: FileRequest, @Res() reply: FastifyReply): Promise<void> {
    const { key } = request.params;
    const { token, dcma } = request.query;
    const { preparationId, url, fileName } = await this.files.locate({ key, token, dcma });
    const answer = () =>
      Promise.all([
        isSent(reply.raw),
        reply
          .status(302)
          .header('location', url)
          .header('cache-control', 'no-store')
          .type('text/html; charset=utf-8')
          .send(filePage(url, fileName)),
      ]);
    // A HEAD looks at the link; only a GET takes the file.
    if (request.method === 'GET') await this.files.handOut(preparationId, answer);
    else await answer();
  }
}

/** Resolves when all of the answer has been handed to the system, and rejects if the client is gone before that. */
function isSent(response: ServerResponse): Promise<void> {
  return new Promise((resolve, reject) => {
    const gone = () => reject(new Error('the client is gone'));
    if (response.destroyed) gone();
    response.once('finish', resolve).once('close', gone);
  });
}
