/**
 * The rules of class-validator without its bookkeeping, which is most of what a check costs. It only ever says that an instance is fine: where something is wrong with it, or its class has
 * rules of a kind that isn't known here, class-validator itself has the word.
 */
import { getMetadataStorage, type ValidationArguments, ValidationTypes } from 'class-validator';

type Metadata = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

interface Field {
  name: string;
  /** Unless all of these hold the field isn't looked at. */
  conditions: ((instance: object, value: unknown) => boolean)[];
  checks: ((instance: object, value: unknown) => unknown)[];
}

const known = new WeakMap<object, Field[] | undefined>();

export function isSurelyFine(instance: object): boolean {
  const type = instance.constructor;
  if (!known.has(type)) known.set(type, fieldsOf(type));
  return known.get(type)?.every((field) => holds(field, instance)) ?? false;
}

function holds({ name, conditions, checks }: Field, instance: object): boolean {
  const value = (instance as Record<string, unknown>)[name];
  for (const condition of conditions) if (!condition(instance, value)) return true;
  // A promise is no answer yet.
  for (const check of checks) if (check(instance, value) !== true) return false;
  return true;
}

/** Undefined where the class has rules of other kinds. */
function fieldsOf(type: object['constructor']): Field[] | undefined {
  const fields = new Map<string, Field>();
  for (const metadata of getMetadataStorage().getTargetValidationMetadatas(type, '', true, false)) {
    const name = metadata.propertyName;
    const field: Field = fields.get(name) ?? { name, conditions: [], checks: [] };
    fields.set(name, field);
    if (metadata.type === ValidationTypes.WHITELIST) continue;
    if (metadata.type === ValidationTypes.CONDITIONAL_VALIDATION) field.conditions.push(metadata.constraints[0]);
    else if (metadata.type === ValidationTypes.CUSTOM_VALIDATION && !metadata.each && !metadata.validateIf)
      field.checks.push(...checksOf(metadata, type.name));
    else return undefined;
  }
  return [...fields.values()];
}

function checksOf({ constraintCls, constraints, propertyName: property }: Metadata, targetName: string) {
  return getMetadataStorage()
    .getTargetValidatorConstraints(constraintCls)
    .map(({ instance: constraint }) => (object: object, value: unknown) => {
      const rule: ValidationArguments = { targetName, property, object, value, constraints };
      return constraint.validate(value, rule);
    });
}
