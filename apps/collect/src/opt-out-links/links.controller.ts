import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOperation, ApiQuery, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientAddress, LooseRequest } from '#http';
import { languageFor } from './language.js';
import { LinkFormDto } from './link-form.dto.js';
import { readLinkForm } from './link-form.js';
import { LINK_PAGE_HEADERS, LINK_PAGE_TYPE, type LinkPage, renderLinkPage } from './link-page.js';
import { readLinkQuery } from './link-query.js';
import { LinksService } from './links.service.js';

const PAGE = { 'text/html': { schema: { type: 'string' } } };

@ApiTags('opt-out links')
@ApiQuery({ name: 'email', required: false, description: 'Address that the page is filled in with' })
@ApiQuery({ name: 'sms', required: false, description: 'The same on links of SMS lists' })
@ApiQuery({ name: 'extRef', required: false, description: 'Kept as sent if at most 64 bytes of UTF-8' })
@LooseRequest()
@Controller('o')
export class LinksController {
  constructor(private readonly links: LinksService) {}

  @Get(':linkKey')
  @ApiOperation({ summary: 'The page of an opt-out link; opts nobody out' })
  @ApiResponse({ status: 200, description: 'The page', content: PAGE })
  @ApiResponse({ status: 404, description: 'A page: there is no such link' })
  @ApiResponse({ status: 410, description: 'A page: the list was deleted' })
  async show(@Param('linkKey') key: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await answer(request, reply, await this.links.show(key, readLinkQuery(request.originalUrl)));
  }

  @Post(':linkKey')
  @ApiOperation({ summary: 'Opt out, by the page or with one click (RFC 8058)' })
  @ApiConsumes('application/x-www-form-urlencoded', 'multipart/form-data')
  @ApiBody({ type: LinkFormDto })
  @ApiResponse({ status: 200, description: 'A page: it is done', content: PAGE })
  @ApiResponse({ status: 400, description: 'The page again: there was no usable address' })
  @ApiResponse({ status: 404, description: 'A page: there is no such link' })
  @ApiResponse({ status: 410, description: 'A page: the list was deleted' })
  async optOut(
    @Param('linkKey') key: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const form = await readLinkForm(request.rawBody);
    const query = readLinkQuery(request.originalUrl);
    await answer(request, reply, await this.links.optOut(key, query, form, clientAddress(request)));
  }
}

async function answer(request: FastifyRequest, reply: FastifyReply, page: LinkPage): Promise<void> {
  await reply
    .status(page.show === 'form' && page.notUsable ? 400 : 200)
    .headers(LINK_PAGE_HEADERS)
    .type(LINK_PAGE_TYPE)
    .send(renderLinkPage(page, languageFor(request.headers['accept-language'])));
}
