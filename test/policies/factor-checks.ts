import type { Client } from 'pg'

/** Functions that decide whether the caller has shown a second factor. */
const factorChecks = ['private.has_shown_factors', 'private.own_session', 'private.spaces_as']

/** Functions that a user whose second factor is missing may call, with the reason. */
export const withoutFactorCheck: Record<string, string> = {
	'private.is_public_photo': 'says what visitors see',
	'private.wall_filters': 'reads a published wall, as visitors do',
	'private.wall_matches': 'reads a published wall, as visitors do',
	'private.wall_named': 'reads a published wall, as visitors do',
	'private.wall_newest': 'reads a published wall, as visitors do',
	'private.wall_order': 'reads a published wall, as visitors do',
	'private.wall_page': 'reads a published wall, as visitors do',
	'public.decline_member_invitation': 'the token of the mail is the proof, also without an account',
	'public.public_form': 'reads a published form, as visitors do',
	'public.public_wall': 'reads a published wall, as visitors do',
	'public.slug_available': 'opening the address in question says the same',
	'public.username_available': 'asked before there is an account',
}

/**
 * Security definer functions that `authenticated` may call and that reach no check of the second factor, themselves or
 * through another function. Row-level security asks in all others.
 */
export async function functionsWithoutFactorCheck(owner: Client): Promise<string[]> {
	const { rows } = await owner.query<{ name: string; body: string; isReachable: boolean }>(
		`select n.nspname || '.' || p.proname as name, p.prosrc || coalesce(pg_get_function_sqlbody(p.oid), '') as body,
			p.prosecdef and p.prorettype <> 'trigger'::regtype and has_function_privilege('authenticated', p.oid, 'execute')
				as "isReachable"
		from pg_proc p join pg_namespace n on n.oid = p.pronamespace
		where n.nspname in ('public', 'private', 'auth', 'storage', 'realtime', 'plaudit')`,
	)
	const checked = new Set(factorChecks)
	const calls = ({ body }: { body: string }) => [...checked].some((name) => body.includes(`${name}(`))
	for (let before = 0; before < checked.size; ) {
		before = checked.size
		for (const row of rows) if (calls(row)) checked.add(row.name)
	}
	return rows
		.filter(({ name, isReachable }) => isReachable && !checked.has(name))
		.map(({ name }) => name)
		.sort()
}
