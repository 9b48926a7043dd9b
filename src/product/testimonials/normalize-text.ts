const controlExceptNewline = /[^\P{Cc}\n]/u
const anyControl = /\p{Cc}/u
// Bidirectional controls and invisible marks. Joiners are allowed: Persian and emoji need them.
const invisibleMarks = /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g

export type TextRule = { most: number; least?: number; lines?: boolean }
export type NormalizedText = { text: string } | { problem: 'wrong_type' | 'control' | 'empty' | 'too_long' }

/**
 * Normalizes submitters' text: trimmed, NFC, newlines only. Control characters are refused rather than removed. One-line text
 * loses marks that would reverse or hide the text beside it.
 */
export function normalizeText(value: unknown, { most, least = 0, lines = false }: TextRule): NormalizedText {
	if (typeof value !== 'string') return { problem: 'wrong_type' }
	// Checked first, so that huge texts cost nothing.
	if (value.length > most * 4 + 1000) return { problem: 'too_long' }
	if (!value.isWellFormed()) return { problem: 'control' }
	const unix = lines && value.includes('\r') ? value.replaceAll('\r\n', '\n') : value
	if ((lines ? controlExceptNewline : anyControl).test(unix.trim())) return { problem: 'control' }
	const text = (lines ? unix : unix.replace(invisibleMarks, '')).normalize('NFC').trim()
	if (text.length === 0 && least > 0) return { problem: 'empty' }
	return countCodePoints(text) > most ? { problem: 'too_long' } : { text }
}

/** The length that PostgreSQL's `char_length` returns. */
export function countCodePoints(text: string): number {
	let count = text.length
	for (let at = 0; at < text.length; at++) {
		const unit = text.charCodeAt(at)
		if (unit >= 0xd800 && unit <= 0xdbff) count--
	}
	return count
}

/** An http or https URL without credentials, as it was written; null for anything else. */
export function parseWebUrl(text: string): string | null {
	if (!/^https?:\/\/\S+$/i.test(text) || !URL.canParse(text)) return null
	const { protocol, hostname, username, password } = new URL(text)
	if (username || password || !hostname) return null
	return text.replace(/^https?/i, protocol.slice(0, -1))
}

/** A practical check: one @, a dot after it, no characters with a meaning in mail headers. */
export function isEmailAddress(text: string): boolean {
	return /^[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\]+\.[^\s@.<>()[\],;:"\\]{2,}$/u.test(text)
}
