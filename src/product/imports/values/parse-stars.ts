import type { ImportMapping } from '#shared/import/import-api.ts'

/** A whole number of stars, none, or why the text is not a rating. */
export type ParsedStars = { stars: number | null } | { reason: string }

const words = ['one', 'two', 'three', 'four', 'five']
const none = /^(-|–|—|n\/?a|none|null|undefined|star_rating_unspecified)?$/i
const ofBest = /^(\d+(?:[.,]\d+)?)\s*(?:\/|out of|of|von|sur|de)\s*(\d+)\b/i
const alone = /^(\d+(?:[.,]\d+)?)\s*(?:stars?|sterne?|etoiles?|étoiles?|estrellas?|points?|punkte?|%)?$/i

/**
 * A rating of a file: `5`, `4,0`, `5/5`, `★★★★☆`, `FIVE`, or nothing. Only a scale that was chosen is converted, rounded to whole
 * stars; no rating is ever made up.
 */
export function parseStars(text: string, scale: ImportMapping['scale']): ParsedStars {
	const value = text.trim()
	if (none.test(value)) return { stars: null }
	// The variation selector of an emoji is no star.
	const drawn = value.replaceAll('\ufe0f', '')
	if (/^[★⭐✭✮☆✩🌟\s]+$/u.test(drawn)) return check((drawn.match(/[★⭐✭✮🌟]/gu) ?? []).length, 5, text)
	const word = words.indexOf(value.toLowerCase())
	if (word >= 0) return check(word + 1, 5, text)
	const [, points, best] = ofBest.exec(value) ?? []
	if (points !== undefined && Number(best) !== scale)
		return { reason: `“${short(text)}” is on a scale of ${best}, and ${scale} was chosen.` }
	const number = points ?? alone.exec(value)?.[1]
	if (number === undefined) return { reason: `“${short(text)}” is not a rating.` }
	return check(Number(number.replace(',', '.')), scale, text)
}

function check(points: number, scale: number, text: string): ParsedStars {
	if (points <= 0 || points > scale) return { reason: `“${short(text)}” is not a rating from 1 to ${scale}.` }
	if (scale === 5)
		return Number.isInteger(points) ? { stars: points } : { reason: `“${short(text)}” is not a whole number of stars.` }
	return { stars: Math.max(1, Math.round((points / scale) * 5)) }
}

/** The beginning of a value, for a message. */
export function short(text: string): string {
	const line = text.replace(/\s+/g, ' ').trim()
	return line.length > 40 ? `${line.slice(0, 39)}…` : line
}
