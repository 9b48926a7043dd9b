// Everything that prints nothing, but the newline.
const control = /[^\P{Cc}\n]/u
const anyControl = /\p{Cc}/u
// Marks that turn the reading direction around or hide; joiners stay, Persian and emoji need them.
const hidden = /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g

export type TextRule = { most: number; least?: number; lines?: boolean }
export type ReadText =
	| { text: string }
	| { problem: 'wrong_type' | 'control' | 'empty' | 'too_long' }

/**
 * Visitors' text as it is kept: trimmed, NFC, lines ended by newlines. Nothing else is changed: what may not stay is refused.
 * One-line text loses marks that would turn around or hide the words beside it.
 */
export function readText(value: unknown, { most, least = 0, lines = false }: TextRule): ReadText {
	if (typeof value !== 'string') return { problem: 'wrong_type' }
	// Long before anything is computed over the text.
	if (value.length > most * 4 + 1000) return { problem: 'too_long' }
	if (!value.isWellFormed()) return { problem: 'control' }
	const unix = lines && value.includes('\r') ? value.replaceAll('\r\n', '\n') : value
	if ((lines ? control : anyControl).test(unix.trim())) return { problem: 'control' }
	const text = (lines ? unix : unix.replace(hidden, '')).normalize('NFC').trim()
	if (text.length === 0 && least > 0) return { problem: 'empty' }
	return codePoints(text) > most ? { problem: 'too_long' } : { text }
}

/** What PostgreSQL counts as characters. */
export function codePoints(text: string): number {
	let count = text.length
	for (let at = 0; at < text.length; at++) {
		const unit = text.charCodeAt(at)
		if (unit >= 0xd800 && unit <= 0xdbff) count--
	}
	return count
}

/** An address of the web as its owner wrote it, or null for anything else: other schemes, credentials, nonsense. */
export function readWebAddress(text: string): string | null {
	if (!/^https?:\/\/\S+$/i.test(text) || !URL.canParse(text)) return null
	const { protocol, hostname, username, password } = new URL(text)
	if (username || password || !hostname) return null
	return text.replace(/^https?/i, protocol.slice(0, -1))
}

/** Good enough to send a mail to: one @, a dot after it, nothing that a mail header would take amiss. */
export function isMailAddress(text: string): boolean {
	return /^[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\]+\.[^\s@.<>()[\],;:"\\]{2,}$/u.test(text)
}
