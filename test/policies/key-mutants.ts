import type pg from 'pg'
import { type FunctionEdit, functionMutants, type PublicReadMutant } from './public-read-mutants.ts'

/**
 * Edits of the functions that decide over API keys. That it reads their end is no part: a request with an ended key is refused before, and
 * api-keys.test.ts asks the database itself.
 */
const edits: readonly FunctionEdit[] = [
	['private.spaces_for', 'k.id = key and ', '', 'testimonials', 'a key reaches the spaces of other keys'],
	[
		'private.spaces_for',
		"(least_role = 'viewer' or k.role = 'editor')",
		'true',
		// Scopes keep viewers from writing testimonials; those of webhooks are asked for the role alone.
		'webhooks',
		'keys of viewers reach webhooks',
	],
	[
		'private.spaces_for',
		'$2 = any (private.key_scopes(k.role, k.scopes))',
		'true',
		'testimonials',
		'keys need no scope',
	],
	[
		'private.spaces_for',
		'array_agg(k.space_id)',
		"array_agg(k.space_id) filter (where k.role <> 'viewer')",
		'testimonials',
		'keys of viewers read nothing',
	],
	[
		'private.spaces_as',
		"claims ->> 'sub'",
		"coalesce(claims ->> 'sub', (select k.created_by::text from public.api_keys k where k.id = (claims ->> 'api_key')::uuid))",
		'member_invitations',
		'a key is its maker',
	],
	[
		'private.key_scopes',
		'{testimonials:read,forms:read,walls:read,numbers:read}',
		'{testimonials:read,forms:read,walls:read,numbers:read,people:read}',
		'testimonial_contacts',
		'keys of viewers read addresses',
	],
]

/** Lists the mutants of API keys, and of what a key may change of webhooks. */
export async function keyMutants(owner: pg.Client): Promise<PublicReadMutant[]> {
	const editors = "space_id = any ((select private.spaces_for('editor', 'testimonials:read'))::uuid[])"
	return [
		...(await functionMutants(owner, edits)),
		{
			what: 'keys change the webhooks of members',
			table: 'public.webhooks',
			sql: `alter policy editors_change on public.webhooks using (${editors}) with check (${editors})`,
		},
	]
}
