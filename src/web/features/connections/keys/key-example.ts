import type { ApiKeyScope } from '#shared/api-key-scopes.ts'

/** A request that a key with a scope may make, below the address of the server. The first that fits is shown. */
const examples: readonly [scope: ApiKeyScope, path: string][] = [
	['testimonials:read', '/rest/v1/testimonials?select=author_name,rating,body&status=eq.approved&limit=2'],
	['walls:read', '/rest/v1/walls?select=name,slug&limit=2'],
	['forms:read', '/rest/v1/forms?select=name,slug&limit=2'],
	['people:read', '/rest/v1/invitations?select=name,email&limit=2'],
]

/** The address of a request that works with these scopes; each key may read its space. */
export function exampleUrl(base: string, scopes: readonly ApiKeyScope[]): string {
	const path = examples.find(([scope]) => scopes.includes(scope))?.[1] ?? '/rest/v1/spaces?select=name'
	return `${base}${path}`
}

/** The same request as a command. */
export const exampleCommand = (url: string, key: string): string =>
	`curl "${url}" \\\n  -H "Authorization: Bearer ${key}"`

/** An answer as it came, with the time that it took. */
export type TriedAnswer = { status: string; milliseconds: number; body: string }

const shownCharacters = 2000

/** Makes the request as a program does: with the key alone, not with the session of the person. */
export async function tryKey(url: string, key: string): Promise<TriedAnswer> {
	const start = performance.now()
	const answer = await fetch(url, { headers: { authorization: `Bearer ${key}` }, credentials: 'omit' })
	const body = await answer.text()
	const status = `${answer.status} ${answer.statusText}`.trim()
	return { status, milliseconds: Math.round(performance.now() - start), body: body.slice(0, shownCharacters) }
}
