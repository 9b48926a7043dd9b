import { proofTexts } from '#shared/wall/proof-texts.ts'
import type { WallLanguage } from '#shared/wall/wall-languages.ts'
import { parseCheckpoint } from './checkpoint-text.ts'
import { growTree, pathTo } from './merkle.ts'
import { openedWords } from './opened-words.ts'
import { opensslSteps } from './openssl-steps.ts'
import type { ReceiptEntry, ReceiptFile } from './receipt-file.ts'

/** An entry as `private.proof_entries` gives it. */
export type StoredEntry = Omit<ReceiptEntry, 'log'> & {
	format: number
	kind: string
	by: 'submitter' | 'owner' | 'program' | 'system'
	at: string
	/** Its number in the log; null until it is sealed. */
	entry: number | null
}

/** The proof of one testimonial as the database stores it. `leaves` are those of the whole batch, in hexadecimal; null unless requested. */
export type StoredProof = {
	testimonial: string
	space: string
	entries: StoredEntry[]
	checkpoints: {
		number: number
		made_at: string
		first_entry: number
		text: string
		signature: string
		key: string
		public_key: string
		leaves: string | null
	}[]
}

/** Makes the file of a proof. */
export function buildReceipt({ testimonial, entries, checkpoints }: StoredProof, language: WallLanguage): ReceiptFile {
	const batches = checkpoints.map(({ leaves, text, first_entry: first, number }) => ({
		first,
		number,
		last: parseCheckpoint(text)?.last ?? 0,
		tree: growTree((leaves?.match(/.{64}/g) ?? []).map((leaf) => Buffer.from(leaf, 'hex'))),
	}))
	const listed = entries.map(({ text, hash, content, author, detail, entry }): ReceiptEntry => {
		const batch = batches.find(({ first, last }) => entry !== null && first <= entry && entry <= last)
		const path = batch && entry !== null ? pathTo(batch.tree, entry - batch.first) : []
		return {
			text,
			hash,
			content,
			author,
			detail,
			log:
				batch && entry !== null
					? { entry, checkpoint: batch.number, path: path.map((part) => part.toString('hex')) }
					: null,
		}
	})
	const contents = {
		entries: listed,
		checkpoints: checkpoints.map(({ text, signature }) => ({ text, signature: signature.replaceAll('\n', '') })),
		keys: Object.fromEntries(checkpoints.map(({ key, public_key }) => [key, public_key])),
	}
	const { proves, doesNotProve } = proofTexts[language]
	return {
		format: 'plaudit-receipt-1',
		about: { proves, does_not_prove: doesNotProve },
		testimonial,
		...openedWords(listed),
		...contents,
		steps: opensslSteps(contents),
	}
}
