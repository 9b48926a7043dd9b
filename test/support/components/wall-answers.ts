import type { WallCounts, WallItem, WallSelection } from '#shared/wall/wall.ts'
import type { WallDraftRow, WallEmbedRow, WallRow, WallVersionRow } from '#shared/wall-rows.ts'
import { plainItems } from '#web/public/wall/sample-items.ts'
import { answer, answerRows } from './answers.ts'
import { person, space } from './open-screen.tsx'

/** A published wall as rest/v1 answers it. */
export const wallRow: WallRow = {
	id: '33333333-3333-4333-8333-333333333333',
	space_id: space.id,
	slug: 'bakery',
	name: 'Bakery wall',
	layout: 'masonry',
	theme: {},
	selection: {},
	is_published: true,
	version: 1,
	created_at: '2026-01-01T00:00:00Z',
	updated_at: '2026-01-01T00:00:00Z',
	page_title: '',
	page_description: '',
	noindex: false,
	structured_data: false,
	page_filters: ['kind', 'search'],
	page_foot: true,
	page_intro: '',
	page_summary: true,
}

/** The server's rows of one wall; a test changes them as a colleague would. */
export type WallState = {
	wall: WallRow
	draft: WallDraftRow | null
	/** Ids of testimonials that are placed by hand. */
	placed: string[]
	/** Published testimonials, the latest approved first. */
	items: readonly WallItem[]
	sites: WallEmbedRow[]
	versions: WallVersionRow[]
	/** Bodies of the publications, in order. */
	publications: Publication[]
}

type Publication = {
	version: number
	draft_version: number | null
	change: Partial<WallRow>
	testimonial_ids: string[]
}

/** Answers the tables of one wall: a draft counts its versions, and a publication becomes the wall. */
export function answerWall(start: Partial<WallState> = {}): WallState {
	const state: WallState = {
		wall: wallRow,
		draft: null,
		placed: [],
		items: plainItems,
		sites: [],
		versions: [],
		publications: [],
		...start,
	}
	answerRows('walls', () => [state.wall])
	answerRows('wall_drafts', () => (state.draft ? [state.draft] : []))
	answerRows('wall_embeds', () => state.sites)
	answerRows('wall_versions', () => state.versions)
	answerRows('public_testimonials', (request) => publishedRows(state.items, new URL(request.url).searchParams))
	answer({
		'POST /rest/v1/rpc/selection_counts': async (request) => {
			const { selection, placed }: { selection: WallSelection; placed: string[] } = await request.json()
			return countSelection(state.items, selection, placed)
		},
		'POST /rest/v1/rpc/selection_items': async (request) => {
			const { without = [], most = 24 }: { without?: string[]; most?: number } = await request.json()
			return state.items
				.filter(({ id }) => !without.includes(id))
				.slice(0, most)
				.map((item) => ({ id: item.id, item: JSON.stringify(item) }))
		},
		'GET /rest/v1/wall_items': ({ url }) => orderAnswer(state.placed, new URL(url).searchParams),
		'PATCH /rest/v1/walls': async (request) => {
			state.wall = { ...state.wall, ...(await request.json()) }
			return [{ id: state.wall.id }]
		},
		'POST /rest/v1/wall_drafts': async (request) => {
			state.draft = { ...(await request.json()), version: 1, ...edited }
			return state.draft
		},
		'PATCH /rest/v1/wall_drafts': async (request) => {
			if (!state.draft || !isCurrent(request, state.draft)) return []
			state.draft = { ...state.draft, ...(await request.json()), version: state.draft.version + 1, ...edited }
			return [state.draft]
		},
		'DELETE /rest/v1/wall_drafts': (request) => {
			if (!state.draft || !isCurrent(request, state.draft)) return []
			state.draft = null
			return [{ wall_id: state.wall.id }]
		},
		'POST /rest/v1/rpc/publish_wall': async (request) => {
			const publication = (await request.json()) as Publication
			const isStale =
				publication.version !== state.wall.version || publication.draft_version !== (state.draft?.version ?? null)
			if (isStale) return null
			state.publications.push(publication)
			state.wall = { ...state.wall, ...publication.change, version: state.wall.version + 1 }
			state.placed = publication.testimonial_ids ?? state.placed
			state.draft = null
			return state.wall.version
		},
	})
	return state
}

const edited = { edited_by: person.id, edited_at: '2026-01-02T00:00:00Z' }

const isCurrent = ({ url }: Request, { version }: WallDraftRow) =>
	new URL(url).searchParams.get('version') === `eq.${version}`

/** A page of the order by hand, with the number of all. */
function orderAnswer(placed: readonly string[], query: URLSearchParams): Response {
	const from = Number(query.get('offset') ?? 0)
	const ids = placed.slice(from, from + Number(query.get('limit') ?? placed.length))
	const headers = { 'content-range': `${from}-${from + ids.length - 1}/${placed.length}` }
	return Response.json(
		ids.map((testimonial_id) => ({ testimonial_id })),
		{ headers },
	)
}

/** Published testimonials by the filters that the studio uses: ids, and words of a search. */
function publishedRows(items: readonly WallItem[], query: URLSearchParams) {
	const ids = /^in\.\((.*)\)$/.exec(query.get('id') ?? '')?.[1]?.split(',')
	const without = /^not\.in\.\((.*)\)$/.exec(query.get('id') ?? '')?.[1]?.split(',') ?? []
	const words = /ilike\."\*(.*?)\*"/.exec(query.get('or') ?? '')?.[1]?.toLowerCase()
	const isShown = ({ id, author, text }: WallItem) =>
		(!ids || ids.includes(id)) &&
		!without.includes(id) &&
		(!words || `${author.name}\n${text}`.toLowerCase().includes(words))
	return items
		.filter(isShown)
		.slice(0, Number(query.get('limit') ?? items.length))
		.map((item) => ({ id: item.id, author_name: item.author.name, body: item.text, item: JSON.stringify(item) }))
}

/** Counts of all published testimonials, and of those that ids or no rules select. */
function countSelection(items: readonly WallItem[], { ids }: WallSelection, placed: readonly string[]): WallCounts {
	const chosen = items.filter(({ id }) => ids.length === 0 || ids.includes(id) || placed.includes(id))
	const withStars = (stars: number) => items.filter(({ rating }) => rating === stars).length
	const spread = [withStars(1), withStars(2), withStars(3), withStars(4), withStars(5)] as const
	return { published: items.length, chosen: chosen.length, spread }
}
