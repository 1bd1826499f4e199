/** One row of a contact import, read as the body of a request that creates a contact: what is refused there is refused here, for the same reason. */
import { Problem, parseStrictJson, validateObject } from '#http';
import { lowerCase, md5Hex } from '#identity';
import { attributeFormFaults } from '../contact-schema/attribute-form.js';
import type { ContactSchema } from '../contact-schema/contact-schema.js';
import { CreateContactDto } from '../contacts/create-contact.dto.js';
import type { NewContact } from '../contacts/new-contact.js';
import { distinctIds } from '../subscriptions/brand-ids.decorator.js';
import { csvFields } from './csv-fields.js';
import { MOST_BYTES, type TextRecord } from './records.js';

export interface RowOptions {
  accountId: string;
  schema: ContactSchema;
  /** What a row without the flag means. */
  publish: boolean;
  /** Names of the columns of CSV; undefined for NDJSON. */
  columns?: string[];
}

/** @returns the contact, or why the row is refused */
export function importRow({ text, isUtf8, isTooLong }: TextRecord, options: RowOptions): NewContact | string {
  if (isTooLong) return `is longer than ${MOST_BYTES} bytes`;
  if (!isUtf8) return 'is not UTF-8';
  const body = options.columns ? csvBody(text, options.columns, options.schema) : jsonBody(text);
  if (typeof body === 'string') return body;
  const { instance, errors } = validateObject(CreateContactDto, body);
  if (errors.length > 0) return reason(errors);
  const { email, attributes, brandIds, publishBrandSubscribeEvents } = instance as CreateContactDto;
  const faults = attributeFormFaults(attributes, { removable: false });
  if (faults.length === 0) faults.push(...options.schema.faults(attributes));
  if (faults.length > 0) return reason(faults);
  return {
    accountId: options.accountId,
    emailMd5: md5Hex(lowerCase(email)),
    email,
    attributes,
    brandIds: distinctIds(brandIds),
    publish: Object.hasOwn(body, 'publishBrandSubscribeEvents') ? publishBrandSubscribeEvents : options.publish,
  };
}

function jsonBody(text: string): object | string {
  try {
    const body = parseStrictJson(Buffer.from(text));
    return typeof body === 'object' && body !== null ? body : 'must be an object';
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.errors.length > 0 ? reason(error.errors) : error.message;
  }
}

/** An empty field is an absent one. */
function csvBody(text: string, columns: string[], schema: ContactSchema): object | string {
  const fields = csvFields(text);
  if (!fields) return 'has a quote at a wrong place';
  if (fields.length !== columns.length) return `has ${fields.length} fields instead of ${columns.length}`;
  if (text.includes('\0')) return 'must not hold a NUL';
  const body: Record<string, unknown> = {};
  const attributes: [string, unknown][] = [];
  for (const [index, column] of columns.entries()) {
    const field = fields[index]!;
    if (field === '') continue;
    if (column === 'email') body.email = field;
    else if (column === 'brandIds') body.brandIds = field.split('|');
    else attributes.push([column, schema.fromText(column, field)]);
  }
  return { ...body, attributes: Object.fromEntries(attributes) };
}

function reason(errors: readonly { pointer?: string; detail: string }[]): string {
  return errors.map(({ pointer, detail }) => [pointer, detail].filter(Boolean).join(' ')).join('; ');
}
