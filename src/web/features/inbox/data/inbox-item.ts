import type { ConsentRow, ConsentScope, MediaRow, TestimonialRow, VerificationRow } from '#shared/rows.ts'
import { type Basis, bases } from '#shared/wall/wall.ts'

/** The columns that the list selects from rest/v1; embeds come in the same request. */
export const itemColumns = `id,space_id,form_id,kind,title,shows_title,body,rating,
	author_name,author_title,author_company,author_url,author_avatar_path,
	locale,source,source_url,reward_disclosure,status,spam_state,is_pinned,excerpt_start,excerpt_end,
	withdrawn_at,submitted_at,approved_at,version,approved_version,assigned_to,also_sent,
	verifications(basis,evidence,verified_at,provider),
	consents(scope,given_at,revoked_at),
	testimonial_tags(tag_id),
	replied:replies(testimonial_id),
	media(id,kind,path,mime,width,height,seconds,state,poster_path,original_path,cover,progress,problem,peaks,
		trim_start,trim_end,quote,replaces)` as const

export type ItemMedia = Omit<MediaRow, 'space_id' | 'testimonial_id' | 'bytes' | 'captions_path' | 'created_at'>

/**
 * A testimonial in the list: enough for the row and, at once, the opened text. Times are ISO strings from the
 * database; excerpt offsets are code points.
 */
export type InboxItem = TestimonialRow & {
	verifications: Pick<VerificationRow, 'basis' | 'evidence' | 'verified_at' | 'provider'>[]
	consents: Pick<ConsentRow, 'scope' | 'given_at' | 'revoked_at'>[]
	testimonial_tags: { tag_id: string }[]
	media: ItemMedia[]
	/** Its public answer, if any; an embed of one row is an object or a list. */
	replied?: object | null
	/** Another one with the same words, or nearly the same from the same person. */
	also_sent?: { id: string; submitted_at: string; author_name: string } | null
	/** Its rank in the search of its list. */
	rank?: number | undefined
}

/** The columns that a decision in the inbox may change. */
export type ItemPatch = Partial<
	Pick<
		InboxItem,
		'status' | 'spam_state' | 'is_pinned' | 'shows_title' | 'excerpt_start' | 'excerpt_end' | 'assigned_to'
	>
>

/** The effective consent: the last one given, unless revoked. */
export const activeConsentScope = (item: Pick<InboxItem, 'consents'>): ConsentScope | null => {
	const last = [...item.consents].sort((a, b) => (a.given_at < b.given_at ? 1 : -1))[0]
	return last && last.revoked_at === null ? last.scope : null
}

/** True when approval publishes it, as `public_testimonials` decides. */
export const canBePublic = (item: Pick<InboxItem, 'consents' | 'withdrawn_at'>): boolean => {
	const scope = activeConsentScope(item)
	return item.withdrawn_at === null && (scope === 'public' || scope === 'anonymous')
}

/** True when the owner has answered in public. */
export const hasReply = ({ replied }: Pick<InboxItem, 'replied'>): boolean =>
	Array.isArray(replied) ? replied.length > 0 : Boolean(replied)

/** The strongest verification, or null. */
export const strongestVerification = (item: Pick<InboxItem, 'verifications'>): Basis | null =>
	bases.find((basis) => item.verifications.some((one) => one.basis === basis)) ?? null

/** The recording that is shown, and not one that waits to take its place; undefined for words and photos. */
export const recordingOf = (item: Pick<InboxItem, 'media'>): ItemMedia | undefined =>
	item.media.find((one) => one.kind !== 'photo' && one.replaces === null)

/** True when a submitter's edit waits for a decision. */
export const isEditedBySubmitter = (item: Pick<InboxItem, 'status' | 'version' | 'withdrawn_at'>): boolean =>
	item.status === 'pending' && item.version > 1 && item.withdrawn_at === null

/** The origin that a member or an import stated for a testimonial that was given elsewhere; empty without a statement. */
export const originOf = (item: Pick<InboxItem, 'verifications' | 'source_url'>): string => {
	const said = item.verifications.find(({ basis }) => basis === 'vouched' || basis === 'imported')?.evidence ?? ''
	return said === item.source_url ? '' : said
}
