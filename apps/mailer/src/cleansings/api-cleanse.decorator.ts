import { applyDecorators } from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiExtraModels,
  ApiOkResponse,
  ApiParam,
  ApiQuery,
  getSchemaPath,
} from '@nestjs/swagger';
import { CleansedDto } from './cleansed.dto.js';
import { MailingListDto } from './mailing-list.dto.js';

/** What cleanse takes and answers, for the OpenAPI document. */
export const ApiCleanse = () =>
  applyDecorators(
    ApiParam({ name: 'key', description: "The mailer's access key" }),
    ApiQuery({ name: 'token', type: String, description: "The mailer's token" }),
    ApiConsumes('multipart/form-data'),
    ApiBody({ type: MailingListDto }),
    ApiExtraModels(CleansedDto),
    ApiOkResponse({
      description: 'Also failures are 200: `result` is `error` then',
      content: {
        'application/json': {
          schema: { oneOf: [{ $ref: getSchemaPath(CleansedDto) }, { $ref: '#/components/schemas/MailerError' }] },
        },
      },
    }),
  );
