import { type QueryKey, useQuery } from '@tanstack/react-query'
import { useDebounced } from '#web/lib/browser/use-debounced.ts'
import { errorCode, unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { alternativeSlugs, slugError } from './slug.ts'
import { usernameError } from './username.ts'

/** The server's verdict on a name while it is typed; `unknown` while checking or when the check fails. */
type Availability = 'unknown' | 'free' | 'taken'

/** `mine`: the current name, which needs no check. `isClaiming`: it is being claimed, so the server may call it taken. */
type Own = { mine?: string | null | undefined; isClaiming?: boolean }

/** The verdict on a slug, with free ones to suggest when it is taken. */
export type SlugCheck = { state: Availability; others: string[] }

/** Checks a debounced slug with the server. */
export function useSlugCheck(slug: string, own: Own = {}): SlugCheck {
	return useCheck(slug, own, slugError, queryKeys.slugFree, async (wanted) => {
		if (await isSlugFree(wanted)) return { state: 'free', others: [] }
		const offers = alternativeSlugs(wanted)
		const free = await Promise.all(offers.map(isSlugFree))
		return { state: 'taken', others: offers.filter((_, place) => free[place]).slice(0, 2) }
	})
}

/** Checks a debounced username with the server. */
export function useUsernameCheck(username: string, own: Own = {}): Availability {
	return useCheck(username, own, usernameError, queryKeys.usernameFree, async (wanted) => {
		const isFree = unwrap(await (await supabase).rpc('username_available', { username: wanted }))
		return { state: isFree ? 'free' : 'taken', others: [] }
	}).state
}

function useCheck(
	name: string,
	{ mine, isClaiming = false }: Own,
	nameError: (name: string) => string | undefined,
	keyOf: (name: string) => QueryKey,
	check: (name: string) => Promise<SlugCheck>,
): SlugCheck {
	const settled = useDebounced(name)
	const worth = !nameError(settled) && settled !== mine
	const { data } = useQuery({
		queryKey: keyOf(settled),
		queryFn: () => check(settled),
		enabled: worth && !isClaiming,
		staleTime: 10_000,
	})
	const isKnown = worth && settled === name && data && !(isClaiming && data.state === 'taken')
	return isKnown ? data : { state: 'unknown', others: [] }
}

async function isSlugFree(slug: string): Promise<boolean> {
	return unwrap(await (await supabase).rpc('slug_available', { slug }))
}

/** True when the server refused a slug: it is taken, or not a valid one. */
export function isSlugRefused(error: unknown): boolean {
	return ['23505', '22023'].includes(errorCode(error) ?? '')
}
