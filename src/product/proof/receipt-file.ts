import { z } from 'zod'

const hex = z.string().regex(/^[0-9a-f]{64}$/)
const base64 = z.string().regex(/^[A-Za-z0-9+/]+={0,2}$/)

/** An entry's place in the log: `path` leads from it to the root of a checkpoint. */
const place = z.strictObject({
	entry: z.int().positive(),
	checkpoint: z.int().positive(),
	path: z.array(hex).max(64),
})

const entry = z.strictObject({
	/** Null for an entry of format 1 by a member, as its text names them. */
	text: z.string().max(2000).nullable(),
	hash: hex,
	/** The texts whose hashes are the commitments; null for what this file does not open. */
	content: z.string().nullable(),
	author: z.string().nullable(),
	detail: z.string().nullable(),
	/** Null until a checkpoint seals it. */
	log: place.nullable(),
})

const author = z.strictObject({
	name: z.string(),
	title: z.string().nullable(),
	company: z.string().nullable(),
	url: z.string().nullable(),
})

/** A command of the steps, and what it prints; null: nothing. */
const command = z.strictObject({ run: z.string(), prints: z.string().nullable() })
const step = z.strictObject({ step: z.string(), commands: z.array(command), compare: z.string() })

/** The file that proves the history of one testimonial (docs/verification.md). */
export const receiptFile = z.strictObject({
	format: z.literal('plaudit-receipt-1'),
	about: z.strictObject({ proves: z.string(), does_not_prove: z.string() }),
	testimonial: z.uuid(),
	/** The words and author of the last version that this file opens. */
	words: z
		.strictObject({
			body: z.string(),
			rating: z.int().min(1).max(5).nullable(),
			/** Absent without one, and from files of versions before titles. */
			title: z.string().optional(),
		})
		.nullable(),
	author: author.nullable(),
	entries: z.array(entry).min(1).max(10_000),
	checkpoints: z.array(z.strictObject({ text: z.string().max(2000), signature: base64 })).max(10_000),
	/** Public keys by id, as PEM. */
	keys: z.record(hex, z.string().max(1000)),
	steps: z.array(step),
})

export type ReceiptFile = z.infer<typeof receiptFile>
export type ReceiptEntry = z.infer<typeof entry>
export type OpensslStep = z.infer<typeof step>

/** The name of the file, after the space: `receipt-fernhill-pottery.json`. */
export function receiptFileName(space: string): string {
	const name = space
		.normalize('NFKD')
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, '-')
		.replace(/^-+|-+$/g, '')
		.slice(0, 40)
	return `receipt-${name || 'plaudit'}.json`
}
