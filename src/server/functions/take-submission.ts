import { createHash, randomUUID } from 'node:crypto'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { networkOf } from '#server/http/network.ts'
import { isUncommitted } from '#server/pg/uncommitted.ts'
import { createFormPressure } from './form-pressure.ts'
import type { Submission } from './kept-submission.ts'
import type { SentFile } from './multipart.ts'
import { createPictures, type KeptPictures, noPictures } from './pictures.ts'
import { readSubmission } from './read-submission.ts'
import { hashReceiptToken, receiptTokenOf } from './receipt-token.ts'
import type { SentSubmission } from './sent-submission.ts'
import { createSubmissionStore } from './store-submissions.ts'
import { createFormCache, type FormCache, type FormToFill } from './submission-form.ts'
import {
	addFormPressure,
	type SubmitOutcome,
	sentBefore,
	submitTestimonial,
} from './submission-queries.ts'
import { budgetKey } from './submit-budgets.ts'
import { formNotFound, invalid, otherBody, rateLimited, refusalOf } from './submit-refusals.ts'
import { judgeSpam, markWords } from './suspicion.ts'

const anon = { role: 'anon' } as const
const slugForm = /^[a-z0-9-]{3,63}$/
const mostRereadings = 3

/** Takes one submission in, or says why not. Answers the testimonial's id, for a repeated request the first one's. */
export type Take = (sent: SentSubmission, key: string | undefined, ip: string) => Promise<string>

export function createTaking(deps: Deps): Take {
	const { config, db, keys } = deps
	const pictures = createPictures(deps)
	const storeOne = createSubmissionStore(db)
	const pressureOn = createFormPressure(config.SUBMIT_PER_FORM_HOURLY, async (form, more) => {
		const add = addFormPressure(form, more)
		const [row] = await db.as(anon, (tx) => tx.final<{ whole: number }>(add), {
			repeatable: true,
		})
		return row?.whole ?? 0
	})
	let cache: Promise<FormCache> | undefined

	const openCache = () => {
		cache ??= createFormCache(db).catch((error) => {
			cache = undefined
			throw error
		})
		return cache
	}

	async function findForm(given: unknown): Promise<FormToFill> {
		if (typeof given !== 'string') throw invalid({ form: 'Name the form by its slug.' })
		const form = slugForm.test(given) ? await (await openCache()).find(given) : null
		if (!form) throw formNotFound()
		return form
	}

	/** What the key led to before; pictures are looked at only after this. */
	async function findEarlier(form: string, key: string, fingerprint: Buffer) {
		const [earlier] = await db.as(
			anon,
			(tx) => tx.final<{ id: string; fingerprint: Buffer }>(sentBefore(form, key)),
			{ readOnly: true },
		)
		if (!earlier) return undefined
		if (!earlier.fingerprint.equals(fingerprint)) throw otherBody()
		return earlier.id
	}

	function judge(sent: SentSubmission, form: FormToFill): Submission {
		const read = readSubmission(sent.given, {
			form,
			maxTextLength: config.MAX_TEXT_LENGTH,
			secret: keys.secret,
			files: new Set(sent.files.map(({ field }) => field)),
			isFormPost: sent.isFormPost,
		})
		if ('submission' in read) return read.submission
		throw form.is_open ? invalid(read.problems) : formNotFound()
	}

	async function store(
		form: FormToFill,
		submission: Submission,
		request: { key: string; id: string; fingerprint: Buffer; isFormPost: boolean; ip: string },
		kept: KeptPictures,
	): Promise<SubmitOutcome> {
		const limits = config.RATE_LIMITS
		const pressure = limits ? pressureOn(form.id) : 'calm'
		if (pressure === 'flooded') throw rateLimited()
		const { key, id, fingerprint, isFormPost, ip } = request
		const spamState = judgeSpam(submission, {
			isFormPost,
			minSeconds: config.SUBMIT_MIN_SECONDS,
			isBusy: pressure === 'busy',
		})
		const { email } = submission.author
		const address = limits ? budgetKey(keys.secret, networkOf(ip)) : undefined
		const query = submitTestimonial({
			form,
			key,
			fingerprint,
			id,
			tokenHash: hashReceiptToken(receiptTokenOf(keys.secret, id)),
			submission,
			files: kept.rows,
			spamState,
			wordsMark: markWords(submission.body),
			budget: address
				? {
						address,
						mostPerHour: config.SUBMIT_PER_ADDRESS_HOURLY,
						mail: email ? budgetKey(keys.secret, email.toLowerCase()) : null,
					}
				: null,
		})
		const stored = await storeOne(query, address)
		if (stored.outcome === 'sent' && email) deps.jobs.wake()
		return stored
	}

	return async (sent, givenKey, ip) => {
		let form = await findForm(sent.given.form)
		let submission = judge(sent, form)
		const key = givenKey ?? randomUUID()
		const fingerprint = fingerprintOf(submission, sent.files)
		if (givenKey && (!form.is_open || sent.files.length > 0)) {
			const earlier = await findEarlier(form.id, key, fingerprint)
			if (earlier) return earlier
		}
		if (!form.is_open) throw formNotFound()

		const id = randomUUID()
		const kept =
			sent.files.length > 0 ? await pictures.keep(form.space.id, id, sent.files) : noPictures
		const request = { key, id, fingerprint, isFormPost: sent.isFormPost, ip }
		try {
			for (let reading = 1; ; reading++) {
				const { outcome, id: stored } = await store(form, submission, request, kept)
				if (outcome === 'sent') return id
				if (outcome === 'outdated' && reading < mostRereadings) {
					;(await openCache()).forget(String(sent.given.form))
					form = await findForm(sent.given.form)
					submission = judge(sent, form)
					continue
				}
				await kept.discard()
				if (outcome === 'replayed' && stored) return stored
				throw refusalOf(outcome)
			}
		} catch (error) {
			// Where the answer to the commit was lost, the rows may be there and need their files.
			if (error instanceof AppError || isUncommitted(error)) await kept.discard()
			throw error
		}
	}
}

/** The same request has the same fingerprint; a proof that was renewed in between changes nothing. */
function fingerprintOf(submission: Submission, files: SentFile[]): Buffer {
	const { age: _, ...said } = submission
	const hash = createHash('sha256').update(JSON.stringify(said))
	for (const { field, bytes } of files) hash.update(`\n${field} ${bytes.length}\n`).update(bytes)
	return hash.digest()
}
