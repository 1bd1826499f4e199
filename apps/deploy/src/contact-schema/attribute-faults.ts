import { type FieldError, firstErrors, pointer } from '#http';

type Check = (name: string, value: unknown) => string | undefined;

/** @param check says what is wrong with an attribute; undefined if nothing is */
export function attributeFaults(attributes: object, check: Check): FieldError[] {
  return firstErrors(found(attributes, check));
}

function* found(attributes: object, check: Check): Generator<FieldError> {
  for (const [name, value] of Object.entries(attributes)) {
    const detail = check(name, value);
    if (detail !== undefined) yield { detail, pointer: pointer('attributes', name) };
  }
}
