import { firstErrors } from '../errors/first-errors.js';
import type { FieldError } from '../errors/problem.js';
import { conversionsOf } from './decorators.js';
import { fieldFaults, fieldsOf } from './validate-object.js';

/** Makes an instance of a DTO class of the query's texts and names its faults by their parameters. It may be used only if there are none. */
export function validateQuery(
  type: new () => object,
  query: Record<string, string>,
): { instance: object; errors: FieldError[] } {
  const instance = new type();
  return { instance, errors: firstErrors(fill(instance as Record<string, unknown>, query)) };
}

function* fill(instance: Record<string, unknown>, query: Record<string, string>): Generator<FieldError> {
  const known = fieldsOf(instance.constructor as new () => object);
  const conversions = conversionsOf(instance);
  const named = new Set<string>();
  for (const [parameter, text] of Object.entries(query)) {
    if (!known.has(parameter)) {
      yield { parameter, detail: 'is not a known parameter' };
      continue;
    }
    const conversion = conversions.get(parameter);
    const value = conversion ? conversion.convert(text) : text;
    if (conversion && value === undefined) {
      named.add(parameter);
      yield { parameter, detail: conversion.detail };
    } else instance[parameter] = value;
  }
  for (const { field, detail } of fieldFaults(instance)) if (!named.has(field)) yield { parameter: field, detail };
}
