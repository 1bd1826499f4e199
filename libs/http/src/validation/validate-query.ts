import type { FieldError } from '../errors/problem.js';
import { conversionsOf } from './decorators.js';
import { fieldFaults, fieldsOf } from './validate-object.js';

/** Makes an instance of a DTO class of the query's texts and names every fault by its parameter. */
export function validateQuery(
  type: new () => object,
  query: Record<string, string>,
): { instance: object; errors: FieldError[] } {
  const instance = new type();
  const known = fieldsOf(type);
  const conversions = conversionsOf(instance);
  const errors: FieldError[] = [];
  for (const [parameter, text] of Object.entries(query)) {
    if (!known.has(parameter)) {
      errors.push({ parameter, detail: 'is not a known parameter' });
      continue;
    }
    const conversion = conversions.get(parameter);
    const value = conversion ? conversion.convert(text) : text;
    if (conversion && value === undefined) errors.push({ parameter, detail: conversion.detail });
    else (instance as Record<string, unknown>)[parameter] = value;
  }
  const faults = fieldFaults(instance).map(({ field, detail }) => ({ parameter: field, detail }));
  errors.push(...faults.filter(({ parameter }) => !errors.some((error) => error.parameter === parameter)));
  return { instance, errors };
}
