export type Status = 'pending' | 'approved' | 'rejected' | 'archived'
export type SpamState = 'clean' | 'suspect' | 'spam'
export type ItemKind = 'text' | 'photo' | 'video' | 'audio'
export type Scope = 'public' | 'anonymous' | 'private'
export type Basis = 'invited' | 'email' | 'provider' | 'order' | 'imported' | 'vouched'
export type Source = 'form' | 'import' | 'manual' | 'api'

export type ItemMedia = {
	id: string
	kind: 'photo' | 'video' | 'audio'
	path: string
	mime: string | null
	width: number | null
	height: number | null
	seconds: number | null
	state: 'uploading' | 'processing' | 'ready' | 'failed'
}

/**
 * A testimonial as the list holds it: enough to draw the row and, at once, the opened words.
 * Times are ISO strings as the database wrote them; excerpt offsets are code points.
 */
export type InboxItem = {
	id: string
	space_id: string
	form_id: string | null
	kind: ItemKind
	body: string | null
	rating: number | null
	author_name: string
	author_title: string | null
	author_company: string | null
	author_url: string | null
	author_avatar_path: string | null
	locale: string | null
	source: Source
	source_url: string | null
	status: Status
	spam_state: SpamState
	is_pinned: boolean
	excerpt_start: number | null
	excerpt_end: number | null
	withdrawn_at: string | null
	submitted_at: string
	approved_at: string | null
	verifications: { basis: Basis; verified_at: string }[]
	consents: { scope: Scope; given_at: string; revoked_at: string | null }[]
	testimonial_tags: { tag_id: string }[]
	media: ItemMedia[]
}

/** What the list asks rest/v1 for; its embeds come along in the same request. */
export const itemColumns = [
	'id,space_id,form_id,kind,body,rating',
	'author_name,author_title,author_company,author_url,author_avatar_path',
	'locale,source,source_url,status,spam_state,is_pinned,excerpt_start,excerpt_end',
	'withdrawn_at,submitted_at,approved_at',
	'verifications(basis,verified_at)',
	'consents(scope,given_at,revoked_at)',
	'testimonial_tags(tag_id)',
	'media(id,kind,path,mime,width,height,seconds,state)',
].join(',')

/** The columns that a decision in the inbox may change. */
export type ItemPatch = Partial<
	Pick<InboxItem, 'status' | 'spam_state' | 'is_pinned' | 'excerpt_start' | 'excerpt_end'>
>

/** The consent that counts: the last one given, if it was not taken back. */
export const liveScope = (item: Pick<InboxItem, 'consents'>): Scope | null => {
	const last = [...item.consents].sort((a, b) => (a.given_at < b.given_at ? 1 : -1))[0]
	return last && last.revoked_at === null ? last.scope : null
}

/** Whether approving makes it public (product.md §3, `public_testimonials`). */
export const mayBePublic = (item: Pick<InboxItem, 'consents' | 'withdrawn_at'>): boolean => {
	const scope = liveScope(item)
	return item.withdrawn_at === null && (scope === 'public' || scope === 'anonymous')
}

const strength: Record<Basis, number> = {
	order: 6,
	invited: 5,
	provider: 4,
	email: 3,
	imported: 2,
	vouched: 1,
}

/** The strongest verification, or null. */
export const bestBasis = (item: Pick<InboxItem, 'verifications'>): Basis | null =>
	[...item.verifications].sort((a, b) => strength[b.basis] - strength[a.basis])[0]?.basis ?? null

/** Newest first; the id settles equal times, as it does in the keyset of the list's query. */
export const newestFirst = (
	a: Pick<InboxItem, 'id' | 'submitted_at'>,
	b: Pick<InboxItem, 'id' | 'submitted_at'>,
): number => {
	if (a.submitted_at !== b.submitted_at) return a.submitted_at < b.submitted_at ? 1 : -1
	return a.id < b.id ? 1 : a.id > b.id ? -1 : 0
}
