import { hash } from 'node:crypto'

const invisibleMarks = /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g

/**
 * The same for two testimonials with the same words and name, whatever their spacing, case and form of Unicode. A title counts as the
 * beginning of the words, as which earlier imports stored it.
 */
export function wordsKey(name: string, title: string | null, words: string): string {
	const said = `${plain(title ?? '')} ${plain(words)}`.trim()
	return hash('sha256', `${plain(name)}\n${said}`, 'base64').slice(0, 22)
}

/** Letters, digits and marks of English with single spaces between them, which are the same in every form of Unicode. */
const isPlain = /^[!-~]+(?: [!-~]+)*$/

function plain(text: string): string {
	if (isPlain.test(text)) return text.toLowerCase()
	return text.normalize('NFC').replace(invisibleMarks, '').replace(/\s+/g, ' ').trim().toLowerCase()
}
