import { useQuery } from '@tanstack/react-query'
import { unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'

/** A testimonial as a drawing shows it. */
export type ShownWords = { id: string; text: string; name: string; rating: number | null }

const samples = [
	{
		id: '7f3a1c52-5d0e-4b7e-9a51-3c2f6d1e8b40',
		text: 'They asked which chair I would like, and never once called me “dear”.',
		name: 'Greta Lindholm',
		rating: 5,
	},
	{
		id: '2b9d4e61-8c1f-4a3d-b6e7-5f0a9c8d7e12',
		text: 'Six weeks later I have four bowls we eat from every day.',
		name: 'Ines Castellanos',
		rating: 5,
	},
] as const satisfies ShownWords[]

const mostCharacters = 140

/** The two public testimonials that were approved last, shortened for a drawing; samples in a space without any. */
export function useShownWords(): { first: ShownWords; second: ShownWords | undefined; areSamples: boolean } {
	const { space } = useSpace()
	const { data = [] } = useQuery({
		queryKey: [...queryKeys.testimonials(space.id), 'connect-pages'],
		queryFn: async () =>
			unwrap(
				await (await supabase)
					.from('testimonials')
					.select('id,body,author_name,rating')
					.eq('space_id', space.id)
					.eq('status', 'approved')
					.eq('live_scope', 'public')
					.is('withdrawn_at', null)
					.neq('body', '')
					.order('approved_at', { ascending: false })
					.limit(2),
			),
	})
	const [first, second] = data.map(({ id, body, author_name, rating }) => ({
		id,
		text: shorten(body),
		name: author_name,
		rating,
	}))
	return first ? { first, second, areSamples: false } : { first: samples[0], second: samples[1], areSamples: true }
}

/** The beginning of a text on one line, in whole words, with a mark where it ends early. */
function shorten(text: string): string {
	const line = text.replace(/\s+/g, ' ').trim()
	if (line.length <= mostCharacters) return line
	const cut = line.slice(0, mostCharacters)
	const end = cut.lastIndexOf(' ')
	return `${cut.slice(0, end > 0 ? end : mostCharacters).trimEnd()}\u00a0…`
}
