import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ConsentRow, ReplyRow, TestimonialAnswerRow, TestimonialEventRow, VerificationRow } from '#shared/rows.ts'
import { inboxKeys } from '#web/features/inbox/data/inbox-cache.ts'
import type { Inbox } from '#web/features/inbox/use-inbox.ts'
import { unwrap } from '#web/lib/client/errors.ts'
import type { Client } from '#web/lib/client/supabase.ts'

type Answer = Pick<TestimonialAnswerRow, 'question_id' | 'label' | 'value' | 'is_public'>
export type HistoryEvent = Pick<TestimonialEventRow, 'seq' | 'kind' | 'actor' | 'at'> & {
	detail: Record<string, unknown>
}

/** Data that only the opened testimonial needs. */
export type Detail = {
	consents: Pick<ConsentRow, 'id' | 'scope' | 'wording' | 'locale' | 'given_at' | 'revoked_at'>[]
	verifications: Pick<VerificationRow, 'basis' | 'evidence' | 'verified_at'>[]
	answers: Answer[]
	events: HistoryEvent[]
	/** For members only; never in a public response. */
	email: string | null
	reply: Pick<ReplyRow, 'body' | 'created_at'> | null
	earlier: { version: number; body: string }[]
}

type DetailResponse = Pick<Detail, 'consents' | 'verifications'> & {
	testimonial_answers: Answer[]
	testimonial_events: HistoryEvent[]
	testimonial_contacts: AtMostOne<{ email: string }>
	replies: AtMostOne<{ body: string; created_at: string }>
	testimonial_versions: { version: number; body: string }[]
}
/** An embed of at most one row: the wire returns it as an object or in a list. */
type AtMostOne<Row> = Row | Row[] | null

const firstRow = <Row>(found: AtMostOne<Row>): Row | null => (Array.isArray(found) ? (found[0] ?? null) : found)

const columns = `id,
	consents(id,scope,wording,locale,given_at,revoked_at),
	verifications(basis,evidence,verified_at),
	testimonial_answers(question_id,label,value,is_public,position),
	testimonial_events(seq,kind,actor,at,detail),
	testimonial_contacts(email),
	replies(body,created_at),
	testimonial_versions(version,body)` as string

const detailQuery = ({ client, space }: Inbox, id: string) =>
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
				.overrideTypes<DetailResponse, { merge: false }>()
				.throwOnError()
			return {
				consents: data.consents,
				verifications: data.verifications,
				answers: data.testimonial_answers,
				events: data.testimonial_events,
				email: firstRow(data.testimonial_contacts)?.email ?? null,
				reply: firstRow(data.replies),
				earlier: data.testimonial_versions,
			}
		},
	})

/** Reads consent, verification, answers, contact, history and reply of one testimonial. */
export const useTestimonial = (inbox: Inbox, id: string) => useQuery(detailQuery(inbox, id))

/** Prefetches the next testimonial, so that moving down the list or deciding shows it in full at once. */
export function usePrefetchNext(inbox: Inbox): void {
	const cache = useQueryClient()
	const next = inbox.at < 0 ? undefined : inbox.order[inbox.at + 1]
	// biome-ignore lint/correctness/useExhaustiveDependencies: only another testimonial needs a fetch
	useEffect(() => {
		if (next !== undefined) void cache.prefetchQuery({ ...detailQuery(inbox, next), staleTime: 30_000 })
	}, [cache, next])
}

const hour = 3600

/** A signed URL of a private file for an hour: undefined until it is known, null where the file is lost. */
export const useSignedUrl = (client: Client, bucket: string, path: string | null): string | null | undefined => {
	const { data, isError } = useQuery({
		queryKey: ['signed-file', bucket, path],
		queryFn: async () => unwrap(await client.storage.from(bucket).createSignedUrl(path ?? '', hour)).signedUrl,
		enabled: path !== null,
		staleTime: (hour - 300) * 1000,
		retry: false,
	})
	return isError ? null : data
}
