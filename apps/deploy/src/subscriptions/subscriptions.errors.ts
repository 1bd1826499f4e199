import { invalidRequest, type Problem } from '#http';

export function notSubscribed(brandId: string): Problem {
  return invalidRequest('The contact is not subscribed to the brand.', [
    { parameter: 'brandId', detail: `the contact is not subscribed to ${brandId}` },
  ]);
}
