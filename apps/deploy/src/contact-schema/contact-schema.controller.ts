import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { From } from '../access/caller.decorator.js';
import type { Caller } from '../access/caller.js';
import { Requires } from '../access/requires.decorator.js';
import { ContactSchemas } from './contact-schemas.js';
import { SchemaResponse, schemaResponse } from './schema.response.js';

@ApiTags('Contact schema')
@Controller('deploy/v1/contact-schema')
export class ContactSchemaController {
  constructor(private readonly schemas: ContactSchemas) {}

  @Get()
  @Requires('schema:read')
  @ApiOperation({ summary: 'Read the contact schema' })
  @ApiOkResponse({ type: SchemaResponse, description: 'The attributes, in their order' })
  async get(@From() caller: Caller): Promise<SchemaResponse> {
    return schemaResponse(await this.schemas.at(caller));
  }
}
