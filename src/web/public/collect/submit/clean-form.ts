import type { ClipboardEvent } from 'react'
import { cleanTypedText } from '#shared/typed-text.ts'
import { readWebAddress } from '#shared/web-address.ts'
import { interpolate } from '#web/i18n/messages.ts'
import type { Island } from '#web/public/collect/island.ts'
import type { Problem } from '#web/public/page-shell/field-error.tsx'
import { formatNumber } from './problem-texts.ts'
import { formatCharacters } from './validate-form.ts'

export { serverProblems } from './server-problems.ts'
export { validateForm } from './validate-form.ts'

type WrittenField = HTMLTextAreaElement | HTMLInputElement

/** More than this makes browsers slow in a field that grows with its text. */
const minPasteLimit = 20_000

const isWritten = (field: unknown): field is WrittenField =>
	field instanceof HTMLTextAreaElement ||
	(field instanceof HTMLInputElement && (field.type === 'text' || field.type === 'email'))

const cleanFor = (field: WrittenField, text: string) => cleanTypedText(text, field instanceof HTMLTextAreaElement)

/** Removes invisible control characters of typed, filled in and restored text, and completes addresses: the fields show what is sent. */
export function cleanForm(form: HTMLFormElement): void {
	for (const field of form.elements) {
		if (!isWritten(field)) continue
		const text = cleanFor(field, field.value)
		const address = field.inputMode === 'url' && readWebAddress(text)
		const value = address && 'url' in address ? address.url : text
		if (value === field.value) continue
		field.value = value
		field.dispatchEvent(new Event('input', { bubbles: true }))
	}
}

/** Inserts pasted text without invisible control characters. @returns a problem when it is too long, and nothing is pasted */
export function cleanPaste(
	event: ClipboardEvent,
	{ limits, words, lang }: Pick<Island, 'limits' | 'words' | 'lang'>,
): Problem | null {
	const { target: field, clipboardData } = event
	if (!isWritten(field)) return null
	const text = clipboardData.getData('text/plain')
	if (text.length > Math.max(minPasteLimit, 4 * limits.text)) {
		event.preventDefault()
		const characters = formatCharacters(text.length, words, lang)
		const most = field.maxLength > 0 ? field.maxLength : limits.text
		const said = interpolate(words.longPaste, { characters, max: formatNumber(most, lang) })
		return { field: field.name, target: field.id, text: said }
	}
	const clean = cleanFor(field, text)
	// Browsers turn the line ends of Windows into newlines themselves.
	if (clean === text.replaceAll('\r\n', '\n')) return null
	event.preventDefault()
	// The only way to insert text that Undo takes back.
	if (clean !== '' && !document.execCommand('insertText', false, clean)) {
		field.setRangeText(clean, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end')
		field.dispatchEvent(new Event('input', { bubbles: true }))
	}
	return null
}
