/** What the operations of all services refer to: the forms of failures, and headers that any answer has. */
export function sharedSchemas(codes: Record<'deploy' | 'optout' | 'mailer', object>): Record<string, unknown> {
  return {
    Problem: {
      type: 'object',
      description:
        'RFC 9457 Problem Details with extensions. `type` leads to the catalogue of errors; programs go by `code`.',
      required: ['type', 'status', 'title', 'detail', 'code'],
      additionalProperties: false,
      properties: {
        type: { type: 'string', format: 'uri' },
        status: { type: 'integer' },
        title: { type: 'string' },
        detail: { type: 'string' },
        code: { type: 'string', enum: [...new Set([...Object.keys(codes.deploy), ...Object.keys(codes.optout)])] },
        instance: { type: 'string', format: 'uri-reference' },
        errors: {
          type: 'array',
          description: 'What is wrong, where it is known; the first 20 faults of a request that has more',
          minItems: 1,
          items: {
            type: 'object',
            required: ['detail'],
            additionalProperties: false,
            properties: {
              detail: { type: 'string' },
              pointer: { type: 'string', description: 'JSON Pointer (RFC 6901) to the value of the body at fault' },
              parameter: { type: 'string', description: 'The query or path parameter at fault' },
            },
          },
        },
      },
    },
    MailerError: {
      type: 'object',
      required: ['result', 'error_code', 'error'],
      additionalProperties: false,
      properties: {
        result: { type: 'string', const: 'error' },
        error_code: { type: 'string', enum: Object.keys(codes.mailer) },
        error: { type: 'string', description: 'The error in a sentence' },
        help: { type: 'string', description: 'What to do about it' },
      },
    },
  };
}

export const sharedHeaders = {
  'X-Request-Id': {
    description:
      "The request's own id if it sent one of 1 to 128 visible ASCII characters, else one that was made for it",
    required: true,
    schema: { type: 'string', pattern: '^[!-~]{1,128}$' },
  },
  'Retry-After': {
    description: 'Seconds to wait before the same request may succeed',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
};
