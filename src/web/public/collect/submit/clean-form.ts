import type { ClipboardEvent } from 'react'
import { cleanTypedText } from '#shared/form/typed-text.ts'
import { readWebAddress } from '#shared/web-address.ts'
import { interpolate } from '#web/i18n/messages.ts'
import type { Island } from '#web/public/collect/island.ts'
import type { Problem } from '#web/public/page-shell/field-error.tsx'
import { isLongPaste } from './paste-length.ts'
import { formatNumber } from './problem-texts.ts'
import { formatCharacters } from './validate-form.ts'

export { serverProblems } from './server-problems.ts'
export { validateForm } from './validate-form.ts'

type WrittenField = HTMLTextAreaElement | HTMLInputElement

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
		if (value !== field.value) setValue(field, value)
	}
}

type Limits = Pick<Island, 'limits' | 'words' | 'lang'>

/** Inserts pasted text without invisible control characters. @returns a problem when it is too long, and nothing is pasted */
export function cleanPaste(event: ClipboardEvent, island: Limits): Problem | null {
	const { target: field, clipboardData } = event
	if (!isWritten(field)) return null
	const text = clipboardData.getData('text/plain')
	const problem = pasteProblem(field, text, island)
	const clean = cleanFor(field, text)
	// Browsers turn the line ends of Windows into newlines themselves.
	if (!problem && clean === text.replaceAll('\r\n', '\n')) return null
	event.preventDefault()
	if (!problem) insert(field, clean)
	return problem
}

/**
 * Does the same for a paste from before this code was there: the browser has inserted a short one, and a long one is still to be
 * inserted.
 */
export function finishPaste(field: EventTarget, text: string, island: Limits): Problem | null {
	if (!isWritten(field)) return null
	if (isLongPaste(text)) {
		const problem = pasteProblem(field, text, island)
		if (!problem) insert(field, cleanFor(field, text))
		return problem
	}
	const clean = cleanFor(field, field.value)
	if (clean === field.value) return null
	const { selectionStart } = field
	const caret = selectionStart === null ? null : cleanFor(field, field.value.slice(0, selectionStart)).length
	setValue(field, clean)
	// A field for an e-mail address has no caret that a script may set.
	if (caret !== null) field.setSelectionRange(caret, caret)
	return null
}

function pasteProblem(field: WrittenField, text: string, { limits, words, lang }: Limits): Problem | null {
	if (!isLongPaste(text) || text.length <= 4 * limits.text) return null
	const characters = formatCharacters(text.length, words, lang)
	const most = field.maxLength > 0 ? field.maxLength : limits.text
	const said = interpolate(words.longPaste, { characters, max: formatNumber(most, lang) })
	return { field: field.name, target: field.id, text: said }
}

function insert(field: WrittenField, text: string): void {
	if (text === '') return
	// The only way to insert text that Undo takes back.
	if (document.activeElement === field && document.execCommand('insertText', false, text)) return
	field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end')
	field.dispatchEvent(new Event('input', { bubbles: true }))
}

function setValue(field: WrittenField, value: string): void {
	field.value = value
	field.dispatchEvent(new Event('input', { bubbles: true }))
}
