import { withoutInvisibleMarks } from '#shared/form/typed-text.ts'

const controlExceptNewline = /[^\P{Cc}\n]/u
const anyControl = /\p{Cc}/u

export type TextRule = { most: number; least?: number; lines?: boolean }
export type NormalizedText = { text: string } | { problem: 'wrong_type' | 'control' | 'empty' | 'too_long' }

/**
 * Normalizes submitters' text: trimmed, NFC, newlines only. Control characters are refused rather than removed; `cleanTypedText` removes those of form posts first. One-line text
 * loses marks that would reverse or hide the text beside it.
 */
export function normalizeText(value: unknown, { most, least = 0, lines = false }: TextRule): NormalizedText {
	if (typeof value !== 'string') return { problem: 'wrong_type' }
	// Checked first, so that huge texts cost nothing.
	if (value.length > most * 4 + 1000) return { problem: 'too_long' }
	if (!value.isWellFormed()) return { problem: 'control' }
	const unix = lines && value.includes('\r') ? value.replaceAll('\r\n', '\n') : value
	if ((lines ? controlExceptNewline : anyControl).test(unix.trim())) return { problem: 'control' }
	const text = (lines ? unix : withoutInvisibleMarks(unix)).normalize('NFC').trim()
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

/** A practical check: one @, a dot after it, no characters with a meaning in mail headers. */
export function isEmailAddress(text: string): boolean {
	return /^[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\]+\.[^\s@.<>()[\],;:"\\]{2,}$/u.test(text)
}
