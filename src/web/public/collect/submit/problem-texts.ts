import type { CollectMessages } from '#web/i18n/en/collect.ts'
import { interpolate } from '#web/i18n/messages.ts'
import type { Island } from '#web/public/collect/island.ts'

/** A chosen picture, as far as it can be validated before upload; its size is in bytes. */
export type Picture = { type: string; size: number; name?: string }

/** True when a picture is of an iPhone's own kind. Some systems tell no type of it. */
export const isHeic = ({ type, name = '' }: Picture): boolean => /hei[cf]$/i.test(type || name)

/** The error of a chosen picture; null when it can be sent. */
export function validatePicture(
	picture: Picture,
	limits: Island['limits'],
	words: CollectMessages,
	lang: string,
): string | null {
	const { type, size } = picture
	if (isHeic(picture)) return words.heicPhoto
	if (!/^image\/(jpeg|png|webp)$/.test(type)) return words.badPhoto
	if (size === 0) return words.emptyPhoto
	return size > limits.photoBytes ? maxSizeText(limits, words, lang) : null
}

/** The largest allowed picture as an instruction. */
export function maxSizeText({ photoBytes }: Island['limits'], words: CollectMessages, lang: string): string {
	return interpolate(words.bigPhoto, { n: formatNumber(Math.floor(photoBytes / 1_000_000), lang) })
}

const segments = new Intl.Segmenter()

/** Number of user-perceived characters: an emoji family or a letter with its marks is one. */
export function countCharacters(text: string): number {
	// Plain Latin text needs no segmenter, and this runs on every key.
	if (/^[\x20-\x7e\n]*$/.test(text)) return text.length
	let count = 0
	for (const _ of segments.segment(text)) count++
	return count
}

/** A count in the page's language. */
export function formatNumber(count: number, lang: string): string {
	return new Intl.NumberFormat(lang).format(count)
}
