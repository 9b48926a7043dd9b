import { useQuery } from '@tanstack/react-query'
import type { TestimonialRow } from '#shared/rows.ts'
import { throwIfError, unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { isPending, isSuspect, loadTestimonialCounts, sumCounts } from '#web/lib/spaces/testimonial-counts.ts'
import { lastDays } from './numbers.ts'

/** The numbers of the chosen days and of as many before them. */
export function useNumbers(spaceId: string, dayCount: number) {
	return useQuery({
		queryKey: [...queryKeys.numbers(spaceId), dayCount],
		queryFn: async () => {
			const days = lastDays(2 * dayCount)
			const [from = '', to = ''] = [days[0], days.at(-1)]
			return unwrap(await (await supabase).rpc('space_numbers', { space_id: spaceId, from, to }))
		},
		// The server writes new views every few seconds.
		staleTime: 10_000,
	})
}

type Source = { id: string; name: string; slug: string }
export type Sources = { forms: Source[]; walls: Source[] }

/** The forms and walls of the space to choose from, the oldest first. */
export function useSources(spaceId: string) {
	return useQuery({
		queryKey: queryKeys.numberSources(spaceId),
		queryFn: async (): Promise<Sources> => {
			const client = await supabase
			const list = (table: 'forms' | 'walls') =>
				client.from(table).select('id,name,slug').eq('space_id', spaceId).order('created_at')
			const [forms, walls] = await Promise.all([list('forms'), list('walls')])
			return { forms: unwrap(forms), walls: unwrap(walls) }
		},
	})
}

/** The undecided testimonials of a member. Times are ISO. */
export type Waiting = {
	pending: number
	oldestPending: string | null
	suspect: number
	proposals: number
	/** The testimonial of the oldest one. */
	oldestProposal: string | null
	failedInvitations: number
}

export function useWaiting(spaceId: string) {
	return useQuery({
		queryKey: [...queryKeys.overview(spaceId), 'waiting'],
		queryFn: async (): Promise<Waiting> => {
			const client = await supabase
			const [counts, oldest, proposals, failed] = await Promise.all([
				loadTestimonialCounts(client, spaceId),
				client
					.from('testimonials')
					.select('submitted_at')
					.match({ space_id: spaceId, status: 'pending', spam_state: 'clean' })
					.is('withdrawn_at', null)
					.order('submitted_at')
					.limit(1),
				client
					.from('proposals')
					.select('testimonial_id', { count: 'exact' })
					.eq('space_id', spaceId)
					.eq('state', 'waiting')
					.order('created_at')
					.limit(1),
				client
					.from('invitations')
					.select('id', { count: 'exact', head: true })
					.eq('space_id', spaceId)
					.eq('state', 'failed'),
			])
			throwIfError(failed)
			return {
				pending: sumCounts(counts, isPending),
				oldestPending: unwrap(oldest)[0]?.submitted_at ?? null,
				suspect: sumCounts(counts, isSuspect),
				proposals: proposals.count ?? 0,
				oldestProposal: unwrap(proposals)[0]?.testimonial_id ?? null,
				failedInvitations: failed.count ?? 0,
			}
		},
	})
}

const arrivalColumns =
	'id,title,body,kind,rating,locale,author_name,author_title,author_company,submitted_at,status,spam_state,source,live_scope' as const

/** A testimonial as the overview shows it. */
export type Arrival = Pick<
	TestimonialRow,
	| 'id'
	| 'title'
	| 'body'
	| 'kind'
	| 'rating'
	| 'locale'
	| 'author_name'
	| 'author_title'
	| 'author_company'
	| 'submitted_at'
	| 'status'
	| 'spam_state'
	| 'source'
	| 'live_scope'
>

/** The two newest testimonials that are no spam: the second says that the first is not the only one. */
export function useLastArrivals(spaceId: string) {
	return useQuery({
		queryKey: [...queryKeys.overview(spaceId), 'arrivals'],
		queryFn: async (): Promise<Arrival[]> =>
			unwrap(
				await (await supabase)
					.from('testimonials')
					.select(arrivalColumns)
					.eq('space_id', spaceId)
					.neq('spam_state', 'spam')
					.is('withdrawn_at', null)
					.order('submitted_at', { ascending: false })
					.order('id', { ascending: false })
					.limit(2),
			),
	})
}
