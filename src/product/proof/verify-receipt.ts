import { createPublicKey, verify } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { proofTexts } from '#shared/wall/proof-texts.ts'
import { type Checkpoint, parseCheckpoint } from './checkpoint-text.ts'
import { parseEntry, parseFormerEntry, parseOpening } from './entry-text.ts'
import { leafHash, rootOfPath, sha256 } from './merkle.ts'
import { openedWords } from './opened-words.ts'
import { opensslSteps } from './openssl-steps.ts'
import { keyIdOf } from './proof-key.ts'
import { type ReceiptFile, receiptFile } from './receipt-file.ts'

/** The steps in their order. */
export const verificationSteps = ['file', 'words', 'entries', 'log', 'signature'] as const
export type VerificationStep = (typeof verificationSteps)[number]

/** `unsealed`: entries that no checkpoint covers yet; they are chained only. `failed`: the first step that does not hold, and why. */
export type Verification = {
	testimonial: string | null
	entries: number
	unsealed: number
	/** Origins that the checkpoints name. */
	instances: string[]
	/** Ids of the keys that signed. */
	keys: string[]
	failed: { step: VerificationStep; reason: string } | null
}

class Failure extends Error {
	readonly step: VerificationStep
	constructor(step: VerificationStep, reason: string) {
		super(reason)
		this.step = step
	}
}

/**
 * Checks a receipt without any server.
 * @param trusted id of the key that must have signed; else those in the file are accepted
 */
export function verifyReceipt(content: unknown, trusted?: string): Verification {
	const parsed = receiptFile.safeParse(content)
	if (!parsed.success) {
		const [issue] = parsed.error.issues
		return failed(null, 'file', `It is no receipt: ${[...(issue?.path ?? [])].join('.')} ${issue?.message}`)
	}
	const file = parsed.data
	try {
		checkWords(file)
		checkEntries(file)
		const checkpoints = checkLog(file)
		checkSignatures(file, checkpoints, trusted)
		// They are for a reader's own check, so they must be those of this file.
		if (!isDeepStrictEqual(file.steps, opensslSteps(file))) throw new Failure('file', 'The printed steps are others.')
		if (
			!Object.values(proofTexts).some(
				({ proves, doesNotProve }) => proves === file.about.proves && doesNotProve === file.about.does_not_prove,
			)
		)
			throw new Failure('file', 'What it proves is described in other words.')
		return {
			...summary(file),
			instances: [...new Set(checkpoints.map(({ instance }) => instance))],
			keys: [...new Set(checkpoints.map(({ key }) => key))],
			failed: null,
		}
	} catch (error) {
		if (error instanceof Failure) return failed(file, error.step, error.message)
		throw error
	}
}

function summary({ testimonial, entries }: ReceiptFile) {
	return { testimonial, entries: entries.length, unsealed: entries.filter(({ log }) => log === null).length }
}

function failed(file: ReceiptFile | null, step: VerificationStep, reason: string): Verification {
	const found = file ? summary(file) : { testimonial: null, entries: 0, unsealed: 0 }
	return { ...found, instances: [], keys: [], failed: { step, reason } }
}

/** Checks that the words and the author of the file are those that its entries commit to. */
function checkWords(file: ReceiptFile): void {
	file.entries.forEach((entry, at) => {
		const parsed = entry.text ? parseEntry(entry.text) : null
		for (const part of ['content', 'author', 'detail'] as const) {
			const text = entry[part]
			if (text === null) continue
			const about = parseOpening(text)?.about
			const isRight = part === 'content' ? about === 'words' || about === 'consent' : about === part
			if (!isRight || sha256(text).toString('hex') !== parsed?.[part])
				throw new Failure('words', `Entry ${at + 1} commits to another ${part}.`)
		}
	})
	if (!isDeepStrictEqual({ words: file.words, author: file.author }, openedWords(file.entries)))
		throw new Failure('words', 'The words or the author at the top are not those of the entries.')
}

/** Each entry has its hash, and stands on the one before it. */
function checkEntries({ testimonial, entries }: ReceiptFile): void {
	let previous: string | null = null
	entries.forEach(({ text, hash }, at) => {
		const fail = (reason: string): never => {
			throw new Failure('entries', `Entry ${at + 1} ${reason}.`)
		}
		if (text !== null) {
			const entry = parseEntry(text)
			const former = entry ? null : parseFormerEntry(text)
			const stated = entry ?? former ?? fail('is not the text of an entry')
			const bytes = entry ? [text] : [Buffer.from(previous ?? '', 'hex'), text]
			if (sha256(...bytes).toString('hex') !== hash) fail('has another hash')
			if (stated.testimonial !== testimonial) fail('is of another testimonial')
			if (stated.number !== at + 1) fail(`says that it is entry ${stated.number}`)
			if (entry && entry.previous !== previous) fail('does not follow the one before it')
		}
		previous = hash
	})
}

/** Each logged entry is below the root of its checkpoint. */
function checkLog({ entries, checkpoints }: ReceiptFile): Checkpoint[] {
	const parsed = checkpoints.map(({ text }, at) => {
		const checkpoint = parseCheckpoint(text)
		if (!checkpoint) throw new Failure('log', `Checkpoint ${at + 1} of the file is not the text of a checkpoint.`)
		return checkpoint
	})
	if (new Set(parsed.map(({ number }) => number)).size < parsed.length)
		throw new Failure('log', 'A checkpoint is in the file twice.')
	const used = new Set<number>()
	entries.forEach(({ hash, log }, at) => {
		if (!log) return
		const checkpoint = parsed.find(({ number }) => number === log.checkpoint)
		if (!checkpoint || log.entry < checkpoint.first || log.entry > checkpoint.last)
			throw new Failure('log', `Entry ${at + 1} is in no checkpoint of the file.`)
		const path = log.path.map((part) => Buffer.from(part, 'hex'))
		const size = checkpoint.last - checkpoint.first + 1
		const root = rootOfPath(leafHash(Buffer.from(hash, 'hex')), log.entry - checkpoint.first, size, path)
		if (root?.toString('hex') !== checkpoint.root)
			throw new Failure('log', `Entry ${at + 1} is not below the root of checkpoint ${checkpoint.number}.`)
		used.add(checkpoint.number)
	})
	if (used.size < parsed.length) throw new Failure('log', 'A checkpoint seals no entry of the file.')
	return parsed
}

function checkSignatures(file: ReceiptFile, checkpoints: Checkpoint[], trusted: string | undefined): void {
	const keys = new Map(Object.entries(file.keys).map(([id, pem]) => [id, readKey(id, pem)]))
	file.checkpoints.forEach(({ text, signature }, at) => {
		const { key: id = '', number } = checkpoints[at] ?? {}
		const key = keys.get(id)
		if (!key) throw new Failure('signature', `The key of checkpoint ${number} is missing.`)
		if (trusted !== undefined && id !== trusted)
			throw new Failure('signature', `Checkpoint ${number} is signed with another key than yours.`)
		const bytes = Buffer.from(signature, 'base64')
		if (bytes.toString('base64') !== signature || !verify('sha256', Buffer.from(text), key, bytes))
			throw new Failure('signature', `The signature of checkpoint ${number} is wrong.`)
	})
	if (keys.size > new Set(checkpoints.map(({ key }) => key)).size)
		throw new Failure('signature', 'A key in the file signed nothing.')
}

function readKey(id: string, pem: string) {
	const key = parsePublicKey(pem)
	if (!key || keyIdOf(key) !== id || key.export({ type: 'spki', format: 'pem' }) !== pem)
		throw new Failure('signature', `The key ${id.slice(0, 8)} is another one.`)
	return key
}

/** Reads a public key of ECDSA over P-256; null for anything else. */
export function parsePublicKey(pem: string) {
	try {
		const key = createPublicKey(pem)
		return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : null
	} catch {
		return null
	}
}
