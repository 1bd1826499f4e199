import { invalidRequest, notFound, type Problem } from '#http';

export function brandNotFound(brandId: string): Problem {
  return notFound(`The account has no brand ${brandId}.`);
}

export function severalNameFilters(parameters: string[]): Problem {
  const errors = parameters.map((parameter) => ({ parameter, detail: 'is one of several filters by name' }));
  return invalidRequest('At most one filter by name is allowed.', errors);
}

/** Ids of the body that are no brands of the account. */
export function unknownBrands(brandIds: string[]): Problem {
  const detail = `not in the account: ${brandIds.join(', ')}`;
  return invalidRequest('The account has not all of the brands.', [{ pointer: '/brandIds', detail }]);
}

/** An id of the path that is no brand of the account, where the path is about a contact. */
export function unknownBrand(brandId: string): Problem {
  const detail = `${brandId} is not a brand of the account`;
  return invalidRequest(`The account has no brand ${brandId}.`, [{ parameter: 'brandId', detail }]);
}
