import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { invalidRequest } from '../errors/problem.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A UUID by its shape: any version, any letter case (RFC 9562 §4). */
export const isUuid = (value: unknown): value is string => typeof value === 'string' && UUID.test(value);

/** A path parameter of the given form, in lower case. @throws {Problem} 400 */
const pathParameter = (form: RegExp, detail: string): PipeTransform<string, string> => ({
  transform(value: string, { data = 'path' }: ArgumentMetadata) {
    if (!form.test(value)) throw invalidRequest(`${data} ${detail}.`, [{ parameter: data, detail }]);
    return value.toLowerCase();
  },
});

export const Md5Param = pathParameter(/^[0-9a-f]{32}$/i, 'must be an MD5 hash of 32 hex digits');
export const UuidParam = pathParameter(UUID, 'must be a UUID');

/** What the two forms look like in the OpenAPI document, where nobody sees a pipe. */
export const ApiMd5Param = (name: string) =>
  ApiParam({ name, schema: { type: 'string', pattern: '^[0-9A-Fa-f]{32}$' } });
export const ApiUuidParam = (name: string, description?: string) =>
  ApiParam({ name, description, schema: { type: 'string', format: 'uuid' } });
