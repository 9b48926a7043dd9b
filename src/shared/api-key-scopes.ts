/** All that a key may be allowed; private.key_scopes has the same list. */
export const apiKeyScopes = [
	'testimonials:read',
	'testimonials:write',
	'submissions:write',
	'invitations:write',
	'walls:read',
	'forms:read',
	'numbers:read',
	'people:read',
] as const
export type ApiKeyScope = (typeof apiKeyScopes)[number]

/** The scopes that a key of a viewer may name. */
export const viewerScopes: readonly ApiKeyScope[] = apiKeyScopes.filter((scope) => scope.endsWith(':read'))
