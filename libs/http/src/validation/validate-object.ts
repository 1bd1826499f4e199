/**
 * Makes an instance of a DTO class of a parsed body and names its faults by their pointers. Fields are copied one by one from a known set, so nothing a client sends can reach a prototype.
 */
import { getMetadataStorage, type ValidationError, validateSync } from 'class-validator';
import { firstErrors } from '../errors/first-errors.js';
import { pointer } from '../errors/pointer.js';
import type { FieldError } from '../errors/problem.js';
import { type Check, itemChecksOf, nestedOf } from './decorators.js';
import { isSurelyFine } from './is-surely-fine.js';

type Constructor = new () => object;
type Path = readonly (string | number)[];

/** @returns the instance and the first of its faults; it may be used only if there are none. */
export function validateObject(type: Constructor, value: unknown): { instance: object; errors: FieldError[] } {
  const instance = new type();
  return { instance, errors: firstErrors(fill(instance as Record<string, unknown>, value, [])) };
}

/** Whoever asks for no more faults leaves the instance half filled. */
function* fill(instance: Record<string, unknown>, value: unknown, path: Path): Generator<FieldError> {
  if (!isPlainObject(value)) {
    yield { pointer: pointer(...path), detail: 'must be an object' };
    return;
  }
  const known = fieldsOf(instance.constructor as Constructor);
  for (const [key, child] of Object.entries(value)) {
    if (known.has(key)) instance[key] = child;
    else yield { pointer: pointer(...path, key), detail: 'is not a known field' };
  }
  const named = new Set<string | undefined>();
  for (const error of nestedErrors(instance, path)) {
    named.add(error.pointer);
    yield error;
  }
  for (const { field, detail } of fieldFaults(instance)) {
    const at = pointer(...path, field);
    if (named.has(at)) continue;
    named.add(at);
    yield { pointer: at, detail };
  }
  for (const [field, check] of itemChecksOf(instance))
    if (!named.has(pointer(...path, field))) yield* itemErrors(instance[field], check, [...path, field]);
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

function* nestedErrors(instance: Record<string, unknown>, path: Path): Generator<FieldError> {
  for (const [field, { type, each }] of nestedOf(instance)) {
    const value = instance[field];
    const at = [...path, field];
    if (value === undefined) continue;
    if (!each) instance[field] = yield* nested(type(), value, at);
    else if (!Array.isArray(value)) yield { pointer: pointer(...at), detail: 'must be a list' };
    else {
      const items: object[] = [];
      for (const [i, item] of value.entries()) items.push(yield* nested(type(), item, [...at, i]));
      instance[field] = items;
    }
  }
}

function* nested(type: Constructor, value: unknown, path: Path): Generator<FieldError, object> {
  const instance = new type();
  yield* fill(instance as Record<string, unknown>, value, path);
  return instance;
}

function* itemErrors(items: unknown, check: Check, path: Path): Generator<FieldError> {
  if (!Array.isArray(items)) return;
  for (const [i, item] of items.entries()) {
    const detail = check(item);
    if (detail) yield { pointer: pointer(...path, i), detail };
  }
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
