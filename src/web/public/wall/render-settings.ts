import type { PublicWall, WallItem, WallMedia } from '#shared/wall/wall.ts'
import type { WallMessages } from '#web/i18n/en/wall.ts'
import { interpolate } from '#web/i18n/messages.ts'
import { findWallMessages, wallMessagesFor } from '#web/i18n/wall-messages.ts'
import { textDirection, textLanguage } from './typesetting.ts'

/** Settings shared by all components of one wall: the wall, its URLs and its messages. */
export type RenderSettings = {
	wall: PublicWall
	/** Origin of this installation, without a slash; prefixes every link and picture of an embed. */
	origin: string
	messages: WallMessages
	number: (value: number) => string
}

/** The sentence about shown and published testimonials, split at the number that layouts render per breakpoint. */
export function splitShowing({ wall, messages, number }: RenderSettings): [string, string] {
	const published = { published: number(wall.counts.published) }
	const [before = '', after = ''] = messages.showing.split('{shown}')
	return [before, interpolate(after, published)]
}

/** The number of published testimonials, and of those with stars: all, not only those on the wall. */
export function countedText({ wall, messages, number }: RenderSettings): string {
	const { published, spread } = wall.counts
	const isOne = new Intl.PluralRules(messages.lang).select(published) === 'one'
	const rated = spread.reduce((sum, count) => sum + count, 0)
	return interpolate(isOne ? messages.counted_one : messages.counted, {
		testimonials: number(published),
		rated: number(rated),
	})
}

/** The number of writers, in a sentence. */
export function peopleText({ messages, number, wall }: RenderSettings): string {
	const { published } = wall.counts
	const isOne = new Intl.PluralRules(messages.lang).select(published) === 'one'
	const people = isOne ? messages.people_one : messages.people_other
	return interpolate(people, { count: number(published), name: wall.space.name })
}

const formats = new Map<string, Intl.NumberFormat>()

/** @param language overrides the space's own; an untranslated language becomes English */
export function createRenderSettings(wall: PublicWall, origin: string, language?: string): RenderSettings {
	const messages = wallMessagesFor(language ?? wall.space.locale)
	const format = formats.get(messages.lang) ?? new Intl.NumberFormat(messages.lang)
	formats.set(messages.lang, format)
	return { wall, origin, messages, number: (value) => format.format(value) }
}

/** The language and direction of one item, and the messages around it. */
export function itemSettings(item: WallItem, { wall, messages }: RenderSettings) {
	const words = item.text || item.title || item.author.name
	const lang = textLanguage(words, item.locale, wall.space.locale)
	return {
		lang,
		dir: textDirection(words),
		// Text around a quotation uses its language, so that no line mixes two directions.
		messages: findWallMessages(lang) ?? messages,
	}
}

/** The URL of the full item. */
export function itemLink(item: WallItem, { origin, wall }: RenderSettings): string {
	return `${origin}/w/${wall.wall.slug}#t-${item.id}`
}

export function wallLink({ origin, wall }: RenderSettings): string {
	return `${origin}/w/${wall.wall.slug}`
}

/** Files of our own storage are stored as paths; an embed needs absolute URLs. */
export function absoluteUrl(url: string, origin: string): string {
	return url.startsWith('/') ? origin + url : url
}

/** The author's title and company on one line. */
export function affiliation({ author }: WallItem): string {
	return [author.title, author.company].filter(Boolean).join(', ')
}

/** The verification as text. */
export function verificationText(item: WallItem, messages: WallMessages, spaceName: string): string | null {
	if (!item.basis) return null
	if (item.basis === 'imported' && item.source.name)
		return interpolate(messages.importedFrom, { source: item.source.name })
	if (item.basis === 'provider' && item.provider) return interpolate(messages.signedInWith, { provider: item.provider })
	return interpolate(messages[`basis_${item.basis}`], { name: spaceName })
}

/** The photo that may fill a card. */
export function cardPicture({ media }: WallItem, { wall }: RenderSettings): string | null {
	return wall.wall.theme.photos && media?.kind === 'photo' ? media.url : null
}

/** The path of the page of one item. */
export function itemPage({ id }: WallItem): string {
	return `/p/${id}`
}

/** The length of a recording as it is shown, in seconds; null when it is not known. */
export function shownSeconds({ seconds, trim }: WallMedia): number | null {
	return trim ? trim.end - trim.start : seconds
}

/** The author's name, or a placeholder for an author who withheld it. */
export function authorName(item: WallItem, { messages }: { messages: WallMessages }): string {
	return item.author.name || messages.anonymous
}
