import type { ApiKeyScope } from '#shared/api-key-scopes.ts'
import type { Person } from '#test/support/test-app.ts'

export type IssuedKey = { id: string; key: string }

/** Makes a key of a space as its owner does. Null scopes are all of the role. */
export async function issueKey(
	owner: Pick<Person, 'client'>,
	space_id: string,
	{
		name = 'Agent',
		role = 'editor',
		scopes = null,
	}: { name?: string; role?: 'viewer' | 'editor'; scopes?: readonly ApiKeyScope[] | null } = {},
): Promise<IssuedKey> {
	const { data } = await owner.client
		.rpc('create_api_key', { space_id, name, role, scopes, expires_at: null })
		.throwOnError()
	return data as IssuedKey
}
