import type { HalfStars, ImportMapping } from '#shared/import/import-api.ts'
import { isContradicted, starsInWords, starUnit, withoutIntroduction } from './stars/star-words.ts'

/** A whole number of stars, none, or why the text is not a rating. `isHalf`: it lay between two. `isConverted`: its scale is another than 5. */
export type ParsedStars = { stars: number | null; isHalf?: true; isConverted?: true } | { reason: string }

/** The best rating of a file, and the rule for what lies between two stars. */
export type StarRules = { scale: ImportMapping['scale']; half: HalfStars }

const maxLength = 254
const none =
	/^(?:[-–—]|n\/?a|none|null|nil|undefined|\\n|(?:star_)?rating_unspecified|star_rating_unspecified|no rating)?$/i
const points = String.raw`(\d{1,3}(?:[.,]\d{1,9})?)`
const ofBest = new RegExp(
	`^${points} ?(?:/|out of|of|von|sur|de|di|su|van|uit|na|av|af|из|van de|z) ?${points}(?![\\d%]|[.,]\\d)(?= ?\\p{L}| ?[([:–-] ?\\p{L}|[.!)]?$)(.*)$`,
	'u',
)
const bestFirst = new RegExp(`^${points} ?(?:つ星のうち|점 만점에|点満点中|分满分|分の) ?${points} ?(?:점|点|分)?$`)
const labelled = new RegExp(`^[([]?${points}[)\\]]?(.*)$`)
const behindLabel = new RegExp(`^([^\\d]{1,60})[([] ?${points} ?[)\\]]$`)
/** A label is a phrase without numbers, set off from the number. */
const label = /^ ?(?:stars?|sterne)? ?[-–—:=.,([/|] ?\p{L}[^\d]{0,60}$/u
const filled = '★⭐✭✮🌟⭑'
const drawn = new RegExp(`^((?:[${filled}] ?)*)((?:[½⯪⯨] ?)?)((?:[☆✩] ?)*)(.*)$`, 'u')

/**
 * A rating of a file: `5`, `4,0`, `5/5`, `Rated 4.00 out of 5`, `5 - Excellent`, `★★★★½`, `FIVE`, or nothing. A rating that names another best
 * than the chosen one is refused, as is a label alone: no rating is ever made up.
 */
export function parseStars(text: string, { scale, half }: StarRules): ParsedStars {
	if (text.length > maxLength) return { reason: `“${short(text)}” is not a rating.` }
	const value = text.trim()
	if (none.test(value)) return { stars: null }
	const plain = plainRating(value)
	const found = readDrawn(plain, scale) ?? readWords(plain) ?? readNumber(withoutIntroduction(plain), scale)
	if (found === undefined) return { reason: `“${short(text)}” is not a rating.` }
	if (found.best !== scale && !found.isDrawn)
		return { reason: `“${short(text)}” is on a scale of ${found.best}, and ${scale} was chosen.` }
	if (found.points <= 0 || found.points > found.best)
		return { reason: `“${short(text)}” is not a rating from 1 to ${found.best}.` }
	if (isContradicted(found.label, found.points / found.best))
		return { reason: `“${short(text)}” is a number whose label says the opposite.` }
	return toStars((found.points / found.best) * 5, found.best, half)
}

type Rating = { points: number; best: number; label: string; isDrawn?: true }

function plainRating(value: string): string {
	return (
		value
			.replace(/(?<=\d) ?½| 1\/2$/g, '.5')
			.replaceAll('½', '\u0001')
			.normalize('NFKC')
			.replaceAll('\u0001', '½')
			.toLowerCase()
			.normalize('NFD')
			// The variation selector of an emoji is no star.
			.replace(/[\p{M}\u200b-\u200f\ufeff]/gu, '')
			.normalize('NFC')
			.replaceAll('ı', 'i')
			.replace(/\s+/g, ' ')
			.trim()
	)
}

function readDrawn(plain: string, scale: number): Rating | undefined {
	const [, full = '', half = '', hollow = '', rest = ''] = drawn.exec(withoutIntroduction(plain)) ?? []
	const count = (stars: string) => [...stars.replaceAll(' ', '')].length
	if (full + half + hollow === '') return undefined
	const points = count(full) + count(half) / 2
	const total = count(full) + count(half) + count(hollow)
	const best = total > 5 ? 10 : 5
	if (best > scale && scale === 5) return { points: total, best: 5, label: '', isDrawn: true }
	if (rest === '') return { points, best, label: '', isDrawn: true }
	// One star before or behind a number is a picture of the unit.
	const number = readNumber(rest.trim().replace(/^\((.*)\)$/, '$1'), scale)
	if (number && (total === 1 || number.points * best === points * number.best)) return number
	return /^[-–—:(]? ?\p{L}[^\d]{0,60}$/u.test(rest) && total > 1
		? { points, best, label: rest, isDrawn: true }
		: undefined
}

function readWords(plain: string): Rating | undefined {
	const stars = starsInWords(plain)
	return stars === undefined ? undefined : { points: stars, best: 5, label: '', isDrawn: true }
}

function readNumber(plain: string, scale: number): Rating | undefined {
	const [, given = '', best = '', behind = ''] = ofBest.exec(plain) ?? []
	if (best !== '') {
		const isLabel = behind === '' || starUnit.test(behind) || label.test(behind) || /^[.!)]$/.test(behind)
		return isLabel ? { points: toNumber(given), best: toNumber(best), label: behind } : undefined
	}
	const [, first = '', second = ''] = bestFirst.exec(plain) ?? []
	if (second !== '') return { points: toNumber(second), best: toNumber(first), label: '' }
	const [, number = '', rest = ''] = labelled.exec(plain) ?? []
	if (number !== '') {
		if (/^ ?%$/.test(rest)) return { points: toNumber(number), best: 100, label: '' }
		const isUnit = rest === '' || starUnit.test(rest) || new RegExp(`^ ?[${filled}]$`, 'u').test(rest)
		return isUnit || label.test(rest) ? { points: toNumber(number), best: scale, label: rest } : undefined
	}
	const [, before = '', last = ''] = behindLabel.exec(plain) ?? []
	return last !== '' && /\p{L}/u.test(before) ? { points: toNumber(last), best: scale, label: before } : undefined
}

const toNumber = (text: string): number => Number(text.replace(',', '.'))

/** Any share of a star follows the rule of halves on a scale of 5; of converted ratings only an exact half does, and others go to the nearest. */
function toStars(points: number, best: number, half: HalfStars): ParsedStars {
	const conversion = best === 5 ? {} : ({ isConverted: true } as const)
	const isBetween = best === 5 ? !Number.isInteger(points) : Math.abs((points % 1) - 0.5) < 1e-9
	if (!isBetween) return { stars: Math.max(1, Math.round(points)), ...conversion }
	if (half === 'none') return { stars: null, isHalf: true, ...conversion }
	return { stars: Math.max(1, half === 'up' ? Math.ceil(points) : Math.floor(points)), isHalf: true, ...conversion }
}

/** The beginning of a value, for a message. */
export function short(text: string): string {
	const line = text.slice(0, 1000).replace(/\s+/g, ' ').trim()
	return line.length > 40 ? `${line.slice(0, 39)}…` : line
}
