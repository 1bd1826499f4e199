import { type FieldError, invalidRequest, notFound, Problem } from '#http';

export function contactNotFound(emailMd5: string): Problem {
  return notFound(`The account has no contact ${emailMd5}.`);
}

export function contactExists(emailMd5: string): Problem {
  return new Problem({
    status: 409,
    code: 'contact_exists',
    title: 'Conflict',
    detail: `There is a contact with this address already: ${emailMd5}. It may be disabled.`,
  });
}

export function invalidAttributes(errors: FieldError[]): Problem {
  return invalidRequest('The attributes are not valid.', errors);
}
