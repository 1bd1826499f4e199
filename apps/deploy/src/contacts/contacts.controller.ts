import { Body, Controller, Get, HttpCode, Param, Patch, Post, Res } from '@nestjs/common';
import {
  ApiConsumes,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ApiMd5Param, Consumes, Md5Param } from '#http';
import { From } from '../access/caller.decorator.js';
import type { Caller } from '../access/caller.js';
import { Requires } from '../access/requires.decorator.js';
import { ApiOperationInProgress } from '../operations/api-operation-in-progress.decorator.js';
import { ContactResponse, contactResponse } from './contact.response.js';
import { ContactsService } from './contacts.service.js';
import { CreateContactDto } from './create-contact.dto.js';
import { PatchContactDto } from './patch-contact.dto.js';

const PATH = 'deploy/v1/contacts';

@ApiTags('Contacts')
@Controller(PATH)
export class ContactsController {
  constructor(private readonly contacts: ContactsService) {}

  @Post()
  @Requires('contacts:write')
  @ApiOperation({ summary: 'Create a contact' })
  @ApiCreatedResponse({
    type: ContactResponse,
    description: 'The contact',
    headers: { Location: { description: 'Where it is', required: true, schema: { type: 'string' } } },
  })
  @ApiOperationInProgress('contact_exists: there is a contact with this address, which may be disabled')
  async create(
    @From() { accountId }: Caller,
    @Body() body: CreateContactDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ContactResponse> {
    const created = await this.contacts.create(accountId, body);
    void reply.header('location', `/${PATH}/${created.emailMd5}`);
    return contactResponse(created);
  }

  @Get(':emailMd5')
  @ApiMd5Param('emailMd5')
  @Requires('contacts:read')
  @ApiOperation({ summary: 'Read a contact; a disabled one as well' })
  @ApiOkResponse({ type: ContactResponse, description: 'The contact' })
  @ApiNotFoundResponse()
  async get(@From() caller: Caller, @Param('emailMd5', Md5Param) emailMd5: string): Promise<ContactResponse> {
    return contactResponse(await this.contacts.get(caller, emailMd5));
  }

  @Patch(':emailMd5')
  @ApiMd5Param('emailMd5')
  @Requires('contacts:write')
  @Consumes('application/json', 'application/merge-patch+json')
  @ApiConsumes('application/json', 'application/merge-patch+json')
  @ApiOperation({ summary: 'Change attributes of a contact (JSON Merge Patch)' })
  @ApiOkResponse({ type: ContactResponse, description: 'The contact as it is now' })
  @ApiNotFoundResponse()
  @ApiOperationInProgress()
  async patch(
    @From() { accountId }: Caller,
    @Param('emailMd5', Md5Param) emailMd5: string,
    @Body() body: PatchContactDto,
  ): Promise<ContactResponse> {
    return contactResponse(await this.contacts.patch(accountId, emailMd5, body));
  }

  @Post(':emailMd5/disable')
  @ApiMd5Param('emailMd5')
  @HttpCode(204)
  @Requires('contacts:write')
  @ApiOperation({ summary: 'Disable a contact; once more changes nothing' })
  @ApiNoContentResponse()
  @ApiNotFoundResponse()
  @ApiOperationInProgress()
  async disable(@From() { accountId }: Caller, @Param('emailMd5', Md5Param) emailMd5: string): Promise<void> {
    await this.contacts.disable(accountId, emailMd5);
  }
}
