import { useQuery } from '@tanstack/react-query'
import { useDebounced } from '#web/lib/browser/use-debounced.ts'
import { errorCode, unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { alternativeSlugs, slugError } from './slug.ts'

/** The server's verdict on a slug while it is typed, with free ones to suggest when it is taken. */
export type SlugCheck = { state: 'unknown' | 'free' | 'taken'; others: string[] }

/**
 * Checks a debounced slug with the server.
 * @param own.mine the current slug, which counts as free
 * @param own.isClaiming while it is being claimed here: the server may already call it taken
 */
export function useSlugCheck(
	slug: string,
	{ mine, isClaiming = false }: { mine?: string | undefined; isClaiming?: boolean } = {},
): SlugCheck {
	const settled = useDebounced(slug)
	const worth = !slugError(settled) && settled !== mine
	const { data } = useQuery({
		queryKey: queryKeys.slugFree(settled),
		queryFn: async (): Promise<SlugCheck> => {
			if (await isFree(settled)) return { state: 'free', others: [] }
			const offers = alternativeSlugs(settled)
			const free = await Promise.all(offers.map(isFree))
			return { state: 'taken', others: offers.filter((_, place) => free[place]).slice(0, 2) }
		},
		enabled: worth && !isClaiming,
		staleTime: 10_000,
	})
	const isKnown = worth && settled === slug && data && !(isClaiming && data.state === 'taken')
	return isKnown ? data : { state: 'unknown', others: [] }
}

/** Whether the server refused a slug: it is taken, or not a valid one. */
export function isSlugRefused(error: unknown): boolean {
	return ['23505', '22023'].includes(errorCode(error) ?? '')
}

async function isFree(slug: string): Promise<boolean> {
	return unwrap(await (await supabase).rpc('slug_available', { slug }))
}
