/** An entry of a history as its text states it (db/functions/private/proof/entry_text.sql). Commitments are in hexadecimal. */
export type Entry = {
	previous: string | null
	testimonial: string
	number: number
	kind: string
	by: 'submitter' | 'member' | 'system'
	/** ISO 8601 with microseconds, in UTC. */
	at: string
	/** Commitment to the words or the consent. */
	content: string | null
	author: string | null
	detail: string | null
	member: string | null
}

const hash = '(-|[0-9a-f]{64})'
const pattern = new RegExp(
	`^plaudit-entry-2\nprevious ${hash}\ntestimonial ([0-9a-f-]{36})\nnumber (\\d{1,9})\nkind ([a-z_]{1,40})\nby (submitter|member|system)\nat (\\S+)\ncontent ${hash}\nauthor ${hash}\ndetail ${hash}\nmember ${hash}\n$`,
)
/** Format 1, before commitments were salted. */
const formerPattern = /^([0-9a-f-]{36})\|(\d{1,9})\|([a-z_]{1,40})\|(submitter|system)\|(\d{1,12}(?:\.\d{1,6})?)\|/

const unlessNone = (value = '-') => (value === '-' ? null : value)

/** Reads the text of an entry; null for any other text. */
export function parseEntry(text: string): Entry | null {
	const [, previous, testimonial = '', number, kind = '', by, at = '', content, author, detail, member] =
		pattern.exec(text) ?? []
	if (!testimonial) return null
	return {
		previous: unlessNone(previous),
		testimonial,
		number: Number(number),
		kind,
		by: by as Entry['by'],
		at,
		content: unlessNone(content),
		author: unlessNone(author),
		detail: unlessNone(detail),
		member: unlessNone(member),
	}
}

/** Reads the text of an entry of format 1, by the submitter or the server. */
export function parseFormerEntry(text: string): Pick<Entry, 'testimonial' | 'number' | 'kind' | 'by' | 'at'> | null {
	const [, testimonial = '', number, kind = '', by, seconds] = formerPattern.exec(text) ?? []
	if (!testimonial) return null
	const at = new Date(Number(seconds) * 1000).toISOString()
	return { testimonial, number: Number(number), kind, by: by as Entry['by'], at }
}

/** Word, name and content of what a commitment was made of: a line about it, its salt, and JSON. */
export type Opening = { about: string; salt: string; content: unknown }

const openingPattern = /^plaudit-(words|consent|author|detail)\n([0-9a-f]{64})\n(\{[^\n]*\})\n$/

/** Reads what a commitment was made of; null for any other text. */
export function parseOpening(text: string): Opening | null {
	const [, about = '', salt = '', json = ''] = openingPattern.exec(text) ?? []
	if (!about) return null
	try {
		return { about, salt, content: JSON.parse(json) }
	} catch {
		return null
	}
}
