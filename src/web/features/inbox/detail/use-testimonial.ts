import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type {
	ConsentRow,
	ProposalRow,
	ReplyRow,
	TestimonialAnswerRow,
	TestimonialEventRow,
	TestimonialNoteRow,
	TestimonialVersionRow,
} from '#shared/rows.ts'
import { inboxKeys } from '#web/features/inbox/data/inbox-cache.ts'
import { type Inbox, useInbox } from '#web/features/inbox/inbox-context.tsx'
import { unwrap } from '#web/lib/client/errors.ts'

export type HistoryEvent = Pick<TestimonialEventRow, 'seq' | 'kind' | 'actor' | 'at'> & {
	detail: Record<string, unknown>
}

/** A version that a submitter's edit replaced. */
export type FormerVersion = Pick<
	TestimonialVersionRow,
	'version' | 'title' | 'body' | 'rating' | 'author_name' | 'author_title' | 'author_company' | 'author_url'
>

/** Other words that a member proposed, with the submitter's answer. */
export type Proposal = Pick<
	ProposalRow,
	'id' | 'version' | 'body' | 'note' | 'state' | 'created_by' | 'created_at' | 'answered_at'
>

/** A note of a member, oldest first. */
export type Note = Pick<TestimonialNoteRow, 'id' | 'author' | 'body' | 'created_at' | 'edited_at'>

type DetailRow = {
	consents: Pick<ConsentRow, 'scope' | 'wording' | 'locale' | 'given_at' | 'revoked_at'>[]
	answers: Pick<TestimonialAnswerRow, 'question_id' | 'kind' | 'label' | 'value' | 'is_public'>[]
	events: HistoryEvent[]
	contact: AtMostOne<{ email: string }>
	reply: AtMostOne<Pick<ReplyRow, 'body' | 'created_at'>>
	earlier: FormerVersion[]
	proposals: Proposal[]
	notes: Note[]
}
/** An embed of at most one row: the wire returns it as an object or in a list. */
type AtMostOne<Row> = Row | Row[] | null

const firstRow = <Row>(found: AtMostOne<Row>): Row | null => (Array.isArray(found) ? (found[0] ?? null) : found)

const columns = `id,
	consents(scope,wording,locale,given_at,revoked_at),
	answers:testimonial_answers(question_id,kind,label,value,is_public,position),
	events:testimonial_events(seq,kind,actor,at,detail),
	contact:testimonial_contacts(email),
	reply:replies(body,created_at),
	earlier:testimonial_versions(version,title,body,rating,author_name,author_title,author_company,author_url),
	proposals(id,version,body,note,state,created_by,created_at,answered_at),
	notes:testimonial_notes(id,author,body,created_at,edited_at)` as string

const detailQuery = ({ client, space }: Inbox, id: string) =>
	queryOptions({
		queryKey: inboxKeys.detail(space.id, id),
		retry: false,
		queryFn: async ({ signal }) => {
			const { data } = await client
				.from('testimonials')
				.select(columns)
				.eq('id', id)
				.order('position', { referencedTable: 'answers' })
				.order('seq', { referencedTable: 'events', ascending: false })
				.order('given_at', { referencedTable: 'consents', ascending: false })
				.order('created_at', { referencedTable: 'proposals', ascending: false })
				.order('created_at', { referencedTable: 'notes' })
				.order('version', { referencedTable: 'earlier', ascending: false })
				.abortSignal(signal)
				.single()
				.overrideTypes<DetailRow, { merge: false }>()
				.throwOnError()
			// The e-mail address is for members only; it is never in a public response.
			return { ...data, email: firstRow(data.contact)?.email ?? null, reply: firstRow(data.reply) }
		},
	})

/** Data that only the opened testimonial needs. */
export type Detail = Awaited<ReturnType<NonNullable<ReturnType<typeof detailQuery>['queryFn']>>>

/** Reads consent, answers, contact, history and reply of one testimonial. */
export const useTestimonial = (id: string) => useQuery(detailQuery(useInbox(), id))

/** Prefetches the next testimonial, so that moving down the list or deciding shows it in full at once. */
export function usePrefetchNext(): void {
	const inbox = useInbox()
	const cache = useQueryClient()
	const next = inbox.navigation.at < 0 ? undefined : inbox.list.order[inbox.navigation.at + 1]
	// biome-ignore lint/correctness/useExhaustiveDependencies: only another testimonial needs a fetch
	useEffect(() => {
		if (next !== undefined) void cache.prefetchQuery({ ...detailQuery(inbox, next), staleTime: 30_000 })
	}, [cache, next])
}

const hour = 3600

/** A signed URL of a private photo for an hour: undefined until it is known, null where it is lost. */
export const usePhotoUrl = (path: string | null): string | null | undefined => useFileUrl('photos', path)

/** The same for a file of any bucket. `state` changes when the file does, without a change of its path. */
export const useFileUrl = (
	bucket: 'photos' | 'recordings',
	path: string | null,
	state: string | number = '',
): string | null | undefined => {
	const { client } = useInbox()
	const { data, isError } = useQuery({
		queryKey: ['signed-file', bucket, path, state],
		queryFn: async () => unwrap(await client.storage.from(bucket).createSignedUrl(path ?? '', hour)).signedUrl,
		enabled: path !== null,
		staleTime: (hour - 300) * 1000,
		retry: false,
	})
	return isError ? null : data
}
