import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type {
	ConsentRow,
	ReplyRow,
	TestimonialAnswerRow,
	TestimonialEventRow,
	VerificationRow,
} from '#shared/rows.ts'
import { inboxKeys } from './inbox-cache.ts'
import type { Inbox } from './use-inbox.ts'

type Answer = Pick<TestimonialAnswerRow, 'question_id' | 'label' | 'value' | 'is_public'>
export type HistoryEvent = Pick<TestimonialEventRow, 'seq' | 'kind' | 'actor' | 'at'> & {
	detail: Record<string, unknown>
}

/** What only the opened testimonial needs. */
export type Detail = {
	consents: Pick<ConsentRow, 'id' | 'scope' | 'wording' | 'locale' | 'given_at' | 'revoked_at'>[]
	verifications: Pick<VerificationRow, 'basis' | 'evidence' | 'verified_at'>[]
	answers: Answer[]
	events: HistoryEvent[]
	/** For members only; never in any public answer. */
	email: string | null
	reply: Pick<ReplyRow, 'body' | 'created_at'> | null
	earlier: { version: number; body: string }[]
}

type Wire = Pick<Detail, 'consents' | 'verifications'> & {
	testimonial_answers: Answer[]
	testimonial_events: HistoryEvent[]
	testimonial_contacts: Maybe<{ email: string }>
	replies: Maybe<{ body: string; created_at: string }>
	testimonial_versions: { version: number; body: string }[]
}
/** An embed of at most one row: the wire may give it as an object or in a list. */
type Maybe<Row> = Row | Row[] | null

const one = <Row>(found: Maybe<Row>): Row | null =>
	Array.isArray(found) ? (found[0] ?? null) : found

const columns = `id,
	consents(id,scope,wording,locale,given_at,revoked_at),
	verifications(basis,evidence,verified_at),
	testimonial_answers(question_id,label,value,is_public,position),
	testimonial_events(seq,kind,actor,at,detail),
	testimonial_contacts(email),
	replies(body,created_at),
	testimonial_versions(version,body)` as string

const detailOf = ({ client, space }: Inbox, id: string) =>
	queryOptions({
		queryKey: inboxKeys.detail(space.id, id),
		retry: false,
		queryFn: async ({ signal }): Promise<Detail> => {
			const { data } = await client
				.from('testimonials')
				.select(columns)
				.eq('id', id)
				.order('position', { referencedTable: 'testimonial_answers' })
				.order('seq', { referencedTable: 'testimonial_events', ascending: false })
				.order('given_at', { referencedTable: 'consents', ascending: false })
				.order('version', { referencedTable: 'testimonial_versions', ascending: false })
				.abortSignal(signal)
				.single()
				.overrideTypes<Wire, { merge: false }>()
				.throwOnError()
			return {
				consents: data.consents,
				verifications: data.verifications,
				answers: data.testimonial_answers,
				events: data.testimonial_events,
				email: one(data.testimonial_contacts)?.email ?? null,
				reply: one(data.replies),
				earlier: data.testimonial_versions,
			}
		},
	})

/** Reads consent, verification, answers, contact, history and reply of one testimonial. */
export const useTestimonial = (inbox: Inbox, id: string) => useQuery(detailOf(inbox, id))

/** Reads the one below ahead of time: who walks down the list, or decides, finds it whole. */
export function useNextAhead(inbox: Inbox): void {
	const cache = useQueryClient()
	const next = inbox.at < 0 ? undefined : inbox.order[inbox.at + 1]
	// biome-ignore lint/correctness/useExhaustiveDependencies: only another testimonial is a reason to read
	useEffect(() => {
		if (next !== undefined)
			void cache.prefetchQuery({ ...detailOf(inbox, next), staleTime: 30_000 })
	}, [cache, next])
}
