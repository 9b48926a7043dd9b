import { countCodePoints, isEmailAddress } from '#product/testimonials/normalize-text.ts'
import type { DateOrder, ImportMapping, ImportProblem } from '#shared/import/import-api.ts'
import { parseDate } from './parse-date.ts'
import { parseLanguage } from './parse-language.ts'
import { parseStars, short } from './parse-stars.ts'

/** Why a row is refused, in words for members. */
export class Refusal extends Error {
	readonly problem: ImportProblem
	readonly heading: string | null
	constructor(problem: ImportProblem, heading: string | null, reason: string) {
		super(reason)
		this.problem = problem
		this.heading = heading
	}
}

const statuses = new Map([
	['pending', 'pending'],
	['approved', 'approved'],
	['published', 'approved'],
	['true', 'approved'],
	['yes', 'approved'],
	['rejected', 'rejected'],
	['archived', 'archived'],
	['false', 'pending'],
	['no', 'pending'],
	['', 'pending'],
])
const maxTags = 20
const maxTagLength = 60

/** The readers below take the text of a cell and the heading of its column. @throws Refusal */
export function readRating(text: string, scale: ImportMapping['scale'], heading: string | null): number | null {
	const parsed = parseStars(text, scale)
	if ('stars' in parsed) return parsed.stars
	throw new Refusal('bad_rating', heading, parsed.reason)
}

export function readEmail(email: string, heading: string | null): string | null {
	if (email === '') return null
	if (!isEmailAddress(email)) throw new Refusal('bad_email', heading, `“${short(email)}” is not an e-mail address.`)
	return email
}

export function readLanguage(text: string, heading: string | null): string | null {
	if (text.trim() === '') return null
	const tag = parseLanguage(text)
	if (!tag) throw new Refusal('bad_language', heading, `“${short(text)}” is not a language.`)
	return tag
}

export function readStatus(text: string, heading: string | null): string {
	const status = statuses.get(text.trim().toLowerCase())
	if (!status) throw new Refusal('bad_status', heading, `“${short(text)}” is not a status.`)
	return status
}

export function readDate(text: string, order: DateOrder, now: number, heading: string | null): string | null {
	if (text.trim() === '') return null
	const parsed = parseDate(text, order, now)
	if ('at' in parsed) return parsed.at.toISOString()
	const reason = parsed.problem === 'bad_date' ? 'is not a date' : 'lies in the future'
	throw new Refusal(parsed.problem, heading, `“${short(text)}” ${reason}.`)
}

export function readTags(text: string, heading: string | null): string[] {
	const given = text.split(/[,;|]/).map((name) => name.normalize('NFC').trim().replace(/\s+/g, ' '))
	const names = [...new Set(given)].filter(Boolean)
	const isWrong = (name: string) => countCodePoints(name) > maxTagLength || /\p{Cc}/u.test(name) || !name.isWellFormed()
	if (names.length > maxTags || names.some(isWrong))
		throw new Refusal('bad_tags', heading, `A row has at most ${maxTags} tags of ${maxTagLength} characters.`)
	return names
}
