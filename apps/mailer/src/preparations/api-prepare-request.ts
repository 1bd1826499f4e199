import { applyDecorators } from '@nestjs/common';
import { ApiParam, ApiQuery } from '@nestjs/swagger';
import { formats } from '../access-keys/access.js';

/** What prepare takes, for the OpenAPI document. */
export const ApiPrepareRequest = () =>
  applyDecorators(
    ApiParam({ name: 'key', description: "The mailer's access key" }),
    ApiQuery({ name: 'token', type: String, description: "The mailer's token" }),
    ApiQuery({ name: 'format', enum: formats, required: false, description: "Default: the campaign's" }),
    ApiQuery({ name: 'deltas', enum: ['0', '1'], required: false, description: '1: only what came in since' }),
    ApiQuery({
      name: 'delta_timestamp',
      schema: { type: 'integer', minimum: 0 },
      required: false,
      description: "Since when, in Unix seconds. Default: since this key's last file that was fetched",
    }),
  );
