/**
 * Makes an instance of a DTO class of a parsed body and names every fault by its pointer. Fields are copied one by one from a known set, so nothing a client sends can reach a prototype.
 */
import { getMetadataStorage, type ValidationError, validateSync } from 'class-validator';
import { pointer } from '../errors/pointer.js';
import type { FieldError } from '../errors/problem.js';
import { itemChecksOf, nestedOf } from './decorators.js';
import { isSurelyFine } from './is-surely-fine.js';

type Constructor = new () => object;

/** @returns the instance and its faults; it may be used only if there are none. */
export function validateObject(
  type: Constructor,
  value: unknown,
  path: (string | number)[] = [],
): { instance: object; errors: FieldError[] } {
  const instance = new type();
  if (!isPlainObject(value)) return { instance, errors: [{ pointer: pointer(...path), detail: 'must be an object' }] };
  const known = fieldsOf(type);
  const errors: FieldError[] = [];
  for (const [key, child] of Object.entries(value)) {
    if (known.has(key)) (instance as Record<string, unknown>)[key] = child;
    else errors.push({ pointer: pointer(...path, key), detail: 'is not a known field' });
  }
  errors.push(...nestedErrors(instance as Record<string, unknown>, path));
  errors.push(...ownErrors(instance, errors, path));
  errors.push(...itemErrors(instance as Record<string, unknown>, errors, path));
  return { instance, errors };
}

const fields = new WeakMap<Constructor, ReadonlySet<string>>();

/** The fields that a class declares, its own and inherited ones. */
export function fieldsOf(type: Constructor): ReadonlySet<string> {
  const known = fields.get(type);
  if (known) return known;
  const metadatas = getMetadataStorage().getTargetValidationMetadatas(type, '', true, false);
  const declared = new Set(metadatas.map(({ propertyName }) => propertyName));
  fields.set(type, declared);
  return declared;
}

/** What class-validator says of an object's own fields, by the field's name. */
export function fieldFaults(instance: object): { field: string; detail: string }[] {
  if (isSurelyFine(instance)) return [];
  return validateSync(instance, { stopAtFirstError: true, forbidUnknownValues: false }).map(
    (error: ValidationError) => ({
      field: error.property,
      // class-validator begins its messages with the field's name, which the pointer has already.
      detail: (Object.values(error.constraints ?? {})[0] ?? 'is not valid').replace(
        new RegExp(`^${RegExp.escape(error.property)} `),
        '',
      ),
    }),
  );
}

function nestedErrors(instance: Record<string, unknown>, path: (string | number)[]): FieldError[] {
  const errors: FieldError[] = [];
  for (const [field, { type, each }] of nestedOf(instance)) {
    const value = instance[field];
    if (value === undefined || value === null) continue;
    if (each && !Array.isArray(value)) {
      errors.push({ pointer: pointer(...path, field), detail: 'must be a list' });
      continue;
    }
    const inner = each
      ? (value as unknown[]).map((item, i) => validateObject(type(), item, [...path, field, i]))
      : [validateObject(type(), value, [...path, field])];
    errors.push(...inner.flatMap((result) => result.errors));
    instance[field] = each ? inner.map((result) => result.instance) : inner[0]!.instance;
  }
  return errors;
}

function ownErrors(instance: object, known: FieldError[], path: (string | number)[]): FieldError[] {
  return fieldFaults(instance)
    .map(({ field, detail }) => ({ pointer: pointer(...path, field), detail }))
    .filter((error) => !known.some((other) => other.pointer === error.pointer));
}

function itemErrors(instance: Record<string, unknown>, known: FieldError[], path: (string | number)[]): FieldError[] {
  const errors: FieldError[] = [];
  for (const [field, check] of itemChecksOf(instance)) {
    const items = instance[field];
    if (!Array.isArray(items) || known.some((other) => other.pointer === pointer(...path, field))) continue;
    for (const [i, item] of items.entries()) {
      const detail = check(item);
      if (detail) errors.push({ pointer: pointer(...path, field, i), detail });
    }
  }
  return errors;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
