export const permissions = ['contacts:read', 'contacts:write', 'brands:read', 'schema:read'] as const;

/** What an API key may do in its account. */
export type Permission = (typeof permissions)[number];
