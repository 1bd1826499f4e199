import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiParam, ApiQuery, getSchemaPath } from '@nestjs/swagger';
import { formats } from '../access-keys/access.js';
import { PreparedDto } from './prepared.dto.js';

/** What prepare takes and answers, for the OpenAPI document. */
export const ApiPrepare = () =>
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
    ApiExtraModels(PreparedDto),
    ApiOkResponse({
      description: 'Also failures are 200: `result` is `error` then',
      content: {
        'application/json': {
          schema: { oneOf: [{ $ref: getSchemaPath(PreparedDto) }, { $ref: '#/components/schemas/MailerError' }] },
        },
      },
    }),
  );
