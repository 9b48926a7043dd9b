import { parseEntry, parseOpening } from './entry-text.ts'
import { type ReceiptEntry, type ReceiptFile, receiptFile } from './receipt-file.ts'

/** Entries that say what the words are. `proposed` ones are not the submitter's. */
const versionKinds: readonly string[] = ['submitted', 'added', 'edited', 'proposal_accepted']
const wordsOf = receiptFile.pick({ words: true, author: true })

/** The words and the author of the last version that is opened; null where none is. */
export function openedWords(entries: readonly ReceiptEntry[]): Pick<ReceiptFile, 'words' | 'author'> {
	const versions = entries.filter(({ text }) => text && versionKinds.includes(parseEntry(text)?.kind ?? ''))
	// A public file opens the words that are shown, also while a later edit by the same author waits.
	const last = versions.findLast(({ content }) => content) ?? versions.findLast(({ author }) => author)
	const read = (text: string | null | undefined) => (text ? (parseOpening(text)?.content ?? null) : null)
	const found = wordsOf.safeParse({ words: read(last?.content), author: read(last?.author) })
	return found.success ? found.data : { words: null, author: null }
}
