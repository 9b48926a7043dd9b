import type { PublicWall, WallItem } from '#shared/wall.ts'
import { findPhrases, phrasesFor } from './phrases.ts'
import type { Phrases } from './phrases-en.ts'
import { textDirection, textLanguage } from './typesetting.ts'

/** What every component of one wall is given: the wall, where it lives, and its words. */
export type Setting = {
	wall: PublicWall
	/** Origin of this installation, without a slash; prefixes every link and picture of an embed. */
	origin: string
	phrases: Phrases
	number: (value: number) => string
}

const formats = new Map<string, Intl.NumberFormat>()

/** @param language overrides the space's own; a language we have no words for gives English */
export function settingOf(wall: PublicWall, origin: string, language?: string): Setting {
	const phrases = phrasesFor(language ?? wall.space.locale)
	const format = formats.get(phrases.lang) ?? new Intl.NumberFormat(phrases.lang)
	formats.set(phrases.lang, format)
	return { wall, origin, phrases, number: (value) => format.format(value) }
}

/** The language and direction of one item, and the words to say around it. */
export function itemSetting(item: WallItem, { wall, phrases }: Setting) {
	const lang = textLanguage(item.text || item.author.name, item.locale, wall.space.locale)
	return {
		lang,
		dir: textDirection(item.text || item.author.name),
		// What stands around a quotation speaks its language, so that no line mixes two directions.
		phrases: findPhrases(lang) ?? phrases,
	}
}

/** Where the whole of an item stands. */
export function itemLink(item: WallItem, { origin, wall }: Setting): string {
	return `${origin}/w/${wall.wall.slug}#t-${item.id}`
}

export function wallLink({ origin, wall }: Setting): string {
	return `${origin}/w/${wall.wall.slug}`
}

/** Files of our own storage are stored as paths; an embed needs them absolute. */
export function absolute(url: string, origin: string): string {
	return url.startsWith('/') ? origin + url : url
}

/** Who the author is, in one line: title and company. */
export function standing({ author }: WallItem): string {
	return [author.title, author.company].filter(Boolean).join(', ')
}

/** The verification basis in words. */
export function basisWords(item: WallItem, words: Phrases, spaceName: string): string | null {
	if (!item.basis) return null
	if (item.basis === 'imported' && item.source.name) return words.importedFrom(item.source.name)
	return words.basis[item.basis](spaceName)
}

/** The picture that may fill a card: a photo, or a film's poster. */
export function pictureOf(item: WallItem, { wall }: Setting): string | null {
	if (!wall.wall.theme.photos || !item.media) return null
	return item.media.kind === 'photo' ? item.media.url : item.media.poster
}

/** The author's name, or the words for one who asked that it be withheld. */
export function nameOf(item: WallItem, { phrases }: { phrases: Phrases }): string {
	return item.author.name || phrases.anonymous
}
