import { useQuery } from '@tanstack/react-query'
import { useDebounced } from './debounced.ts'
import { unwrap } from './errors.ts'
import { keys } from './query-keys.ts'
import { otherSlugs, slugProblem } from './slug.ts'
import { supabase } from './supabase.ts'

/** What the server says about a slug while it is typed, with free ones to offer when it is taken. */
export type SlugCheck = { state: 'unknown' | 'free' | 'taken'; others: string[] }

/**
 * Asks the server about a settled slug.
 * @param own.mine the present one, which is always free
 * @param own.isClaiming while it is being taken from here: from then on the server may call it taken
 */
export function useSlugCheck(
	slug: string,
	{ mine, isClaiming = false }: { mine?: string | undefined; isClaiming?: boolean } = {},
): SlugCheck {
	const settled = useDebounced(slug)
	const worth = !slugProblem(settled) && settled !== mine
	const { data } = useQuery({
		queryKey: keys.slugFree(settled),
		queryFn: async (): Promise<SlugCheck> => {
			if (await isFree(settled)) return { state: 'free', others: [] }
			const offers = otherSlugs(settled)
			const free = await Promise.all(offers.map(isFree))
			return { state: 'taken', others: offers.filter((_, place) => free[place]).slice(0, 2) }
		},
		enabled: worth && !isClaiming,
		staleTime: 10_000,
	})
	const isKnown = worth && settled === slug && data && !(isClaiming && data.state === 'taken')
	return isKnown ? data : { state: 'unknown', others: [] }
}

async function isFree(slug: string): Promise<boolean> {
	return unwrap(await (await supabase).rpc('slug_available', { slug }))
}
