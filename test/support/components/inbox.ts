import { page } from 'vitest/browser'
import { randomUuid } from '#shared/random-uuid.ts'
import type {
	CaptionsRow,
	MediaRow,
	ReplyRow,
	Role,
	SavedViewRow,
	TagRow,
	TestimonialNoteRow,
	TestimonialTagRow,
	TestimonialVersionRow,
} from '#shared/rows.ts'
import type { WallItem } from '#shared/wall/wall.ts'
import type { InboxItem } from '#web/features/inbox/data/inbox-item.ts'
import { createSampleItem } from '#web/features/inbox/data/sample-item.ts'
import type { HistoryEvent } from '#web/features/inbox/detail/use-testimonial.ts'
import { answer, answerRows } from './answers.ts'
import { countTestimonials } from './count-answers.ts'
import { type Colleague, openScreen, person, space } from './open-screen.tsx'
import { answerTable } from './stored-tables.ts'

/** The rows that the inbox of a test reads and writes; those of the testimonials embed the others. */
export type InboxTables = {
	testimonials: InboxItem[]
	tags: TagRow[]
	testimonial_tags: TestimonialTagRow[]
	testimonial_notes: TestimonialNoteRow[]
	testimonial_versions: TestimonialVersionRow[]
	replies: ReplyRow[]
	saved_views: SavedViewRow[]
	media: MediaRow[]
	captions: CaptionsRow[]
	testimonial_events: (HistoryEvent & { testimonial_id: string })[]
}

/** The colleague of component tests. */
export const jonas = {
	user_id: '33333333-3333-4333-8333-333333333333',
	role: 'editor',
	profile: { username: 'jonas', full_name: 'Jonas' },
} satisfies Colleague

/** The id of the testimonial that `answerInbox` got at a place, from 1. */
export const idAt = (place: number): string => `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`

const minute = (at: number) => new Date(Date.UTC(2026, 0, 1, 0, at)).toISOString().replace('.000Z', '+00:00')

/** A testimonial that may be published and waits for a decision. Each place is a minute later than the one before it. */
export const createItem = (place: number, columns: Partial<InboxItem> = {}): InboxItem =>
	createSampleItem(idAt(place), 0, {
		space_id: space.id,
		form_id: null,
		submitted_at: minute(place),
		consents: [{ scope: 'public', given_at: minute(place), revoked_at: null }],
		...columns,
	})

/** Answers what the inbox asks for from rows in the page; the last testimonial is the newest. */
export function answerInbox(
	items: Partial<InboxItem>[],
	rows: Partial<Omit<InboxTables, 'testimonials'>> = {},
): InboxTables {
	const tables: InboxTables = {
		testimonials: items.map((columns, at) => createItem(at + 1, columns)),
		tags: [],
		testimonial_tags: [],
		testimonial_notes: [],
		testimonial_versions: [],
		replies: [],
		saved_views: [],
		media: [],
		captions: [],
		testimonial_events: [],
		...rows,
	}
	const isOf =
		({ id }: { id: string }) =>
		(row: { testimonial_id: string }) =>
			row.testimonial_id === id
	answerTable('testimonials', tables.testimonials, {
		read: (item) => ({
			...item,
			consents: item.consents.map((consent) => ({ ...consent, wording: 'I agree.', locale: 'en' })),
			media: tables.media.filter(isOf(item)),
			testimonial_tags: tables.testimonial_tags.filter(isOf(item)),
			notes: tables.testimonial_notes.filter(isOf(item)),
			earlier: tables.testimonial_versions.filter(isOf(item)),
			reply: tables.replies.find(isOf(item)) ?? null,
			replied: tables.replies.find(isOf(item)) ?? null,
			answers: [],
			events: tables.testimonial_events.filter(isOf(item)),
			proposals: [],
			contact: null,
		}),
	})
	answerTable('tags', tables.tags, { defaults: () => ({ color: 'green' as const }) })
	answerTable('testimonial_tags', tables.testimonial_tags)
	answerTable('testimonial_notes', tables.testimonial_notes, {
		defaults: () => ({ author: person.id, created_at: minute(90), edited_at: null }),
	})
	answerTable('replies', tables.replies, { defaults: () => ({ created_at: minute(90) }) })
	answerTable('saved_views', tables.saved_views, { defaults: () => ({ id: randomUuid(), user_id: null }) })
	answerTable('media', tables.media)
	answerTable('captions', tables.captions)
	answerRows('public_testimonials', (request) => {
		const id = new URL(request.url).searchParams.get('id')?.slice(3)
		const shown = tables.testimonials.filter((item) => item.id === id && item.status === 'approved')
		return shown.map((item) => ({ item: JSON.stringify(publicItem(item)) }))
	})
	answer({
		'POST /rest/v1/rpc/search_testimonials': (request) => search(tables.testimonials, request),
		'POST /rest/v1/rpc/testimonial_counts': () => countTestimonials(tables.testimonials),
		'POST /rest/v1/rpc/tag_counts': () =>
			tables.tags.map(({ id }) => ({
				tag_id: id,
				number: tables.testimonial_tags.filter(({ tag_id }) => tag_id === id).length,
			})),
	})
	return tables
}

const publicItem = ({ id, body, rating, author_name, submitted_at }: InboxItem): WallItem => ({
	id,
	kind: 'text',
	locale: 'en-GB',
	title: null,
	text: body,
	is_excerpt: false,
	rating,
	author: { name: author_name, title: null, company: null, url: null, avatar: null },
	submitted_at,
	basis: null,
	source: { name: null, url: null },
	reply: null,
	reward: null,
	media: null,
	pinned: false,
	answers: [],
})

/** The server's search by words and names, as far as the tests of the screen need it. */
async function search(items: readonly InboxItem[], request: Request): Promise<{ id: string; rank: number }[]> {
	const { query, filter }: { query: string; filter?: { view: string } } = await request.json()
	const words = query.toLowerCase().split(/\W+/).filter(Boolean)
	const isFound = ({ author_name, body, status }: InboxItem) =>
		words.length > 0 &&
		words.every((word) => `${author_name} ${body}`.toLowerCase().includes(word)) &&
		(filter === undefined || filter.view === 'all' || filter.view === status)
	return items.filter(isFound).map(({ id }) => ({ id, rank: 1 }))
}

/** Renders the signed-in app at the inbox, with the focus in its page. */
export async function openInbox(query = '', role: Role = 'owner', colleagues: Colleague[] = []): Promise<void> {
	await openScreen(`inbox${query}`, role, space, colleagues)
	window.focus()
}

/** The name above the open testimonial. */
export const openedName = page
	.getByRole('region', { name: 'Testimonial', exact: true })
	.getByRole('heading', { level: 2 })
	.first()

/** The names in the list, from the top. */
export const listedNames = (): string[] =>
	[...document.querySelectorAll('.inbox-row .inbox-who')].map(({ textContent }) => textContent ?? '')

/** The button of a view, a saved view or a tag in the left pane. */
export const viewButton = (name: RegExp) =>
	page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name })

/** The status of the testimonial of a person. */
export const statusOf = ({ testimonials }: InboxTables, name: string): string | undefined =>
	testimonials.find(({ author_name }) => author_name === name)?.status
