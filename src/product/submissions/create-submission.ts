import { createHash, randomUUID } from 'node:crypto'
import { AppError } from '#platform/http/response/app-error.ts'
import { hashToken } from '#platform/keys/secret-token.ts'
import { isUncommitted } from '#platform/pg/pg-errors.ts'
import { formNotFound } from '#product/forms/errors.ts'
import type { FormToFill } from '#product/forms/form-cache.ts'
import { maxProofAgeSeconds, readFormProof } from '#product/forms/form-proof.ts'
import { invalid } from '#product/http/errors.ts'
import { receiptSecretOf } from '#product/receipts/receipt-token.ts'
import type { LinkedTestimonial } from '#product/receipts/receipt-url.ts'
import { countCodePoints } from '#product/testimonials/normalize-text.ts'
import { errorOfOutcome } from './errors.ts'
import type { SubmissionRequest } from './parse-request.ts'
import { parseSubmission } from './parse-submission.ts'
import { toSubmissionRow } from './queries.ts'
import { hasWorkIn, splitProof } from './sent-proof.ts'
import { classifySpam } from './spam-score.ts'
import { fingerprintSubmission, type Submission } from './submission.ts'
import type { SubmissionServices } from './submission-services.ts'

const maxAttempts = 3

/**
 * Stores one submission.
 * @param key idempotency key, a UUID in lower case
 * @returns the testimonial; a repeated request gets the one that the first made
 * @throws AppError for every refusal; nothing is stored then
 */
export async function createSubmission(
	services: SubmissionServices,
	request: SubmissionRequest,
	key: string | undefined,
	ip: string,
): Promise<LinkedTestimonial> {
	// Parse
	const slug = request.body.form
	let { form, shown, submission } = await parseByShownForm(services, request)

	// Check: a repeated request gets its answer even when the form is closed by now.
	const fingerprint = fingerprintSubmission(submission, request.files)
	const idempotencyKey = key ?? randomUUID()
	const needed = services.rateLimits.levelOf(form.id)
	const { proof } = request.body
	const hasWork = hasWorkIn(proof)
	if (key && (!form.is_open || request.files.length > 0 || submission.recording || needed > 0 || hasWork)) {
		const earlier = await services.findEarlier(form, key, fingerprint)
		if (earlier) return { space: form.space.id, id: earlier }
	}
	if (!form.is_open) throw formNotFound()

	// Work, before anything is stored
	const level = needed > 0 || hasWork ? await services.work.verify(form, proof, needed) : 0

	const { kind, recording: named } = submission
	const recording = named ? await services.findRecording(form.id, kind, named, form.space.id) : null
	const id = randomUUID()
	const tokenHash = hashToken(receiptSecretOf(services.secret, id))
	const pictures = await services.pictures.store(form.space.id, id, wantedFiles(request, shown))
	try {
		for (let attempt = 1; ; attempt++) {
			const { body, author } = submission
			// Budget
			const budget = services.rateLimits.take(form, ip, author.email, level)

			// Spam
			const spamState = classifySpam(submission, shown, {
				isFormPost: request.isFormPost,
				minSeconds: services.config.SUBMIT_MIN_SECONDS,
				isBusy: budget?.formRate === 'high',
			})

			// Verify
			const { order, account } = submission
			const isSigned = order && (await services.checkOrder(form, order)) === 'signed'

			// Store
			const row = toSubmissionRow({
				form,
				shown: shown.version === form.version ? null : shown.version,
				idempotencyKey,
				fingerprint,
				id,
				tokenHash,
				submission,
				pictures: pictures.rows,
				recording,
				orderReference: isSigned ? order.reference : null,
				account: account && account.expiresAt > Date.now() ? account : null,
				spamState,
				textFingerprint: fingerprintText(body),
				budget,
			})
			const stored = await services.store(row, budget?.address, form.space.id)

			// Answer
			if (stored.outcome === 'sent') return { space: form.space.id, id }
			if (stored.outcome === 'replayed' && stored.id) {
				await pictures.discard()
				return { space: form.space.id, id: stored.id }
			}
			if (stored.outcome === 'rate_limited' && budget)
				throw services.rateLimits.refusalOf(form, await services.work.usedBy(form, budget.address), level)
			if (stored.outcome !== 'outdated' || attempt === maxAttempts) throw errorOfOutcome(stored.outcome)
			services.forms.invalidate(slug)
			;({ form, shown, submission } = await parseByShownForm(services, request))
		}
	} catch (error) {
		// When the answer to the commit was lost, the rows may exist and need their files.
		if (error instanceof AppError || isUncommitted(error)) await pictures.discard()
		throw error
	}
}

/** A page that was opened before may still send a portrait that the form no longer asks for. */
function wantedFiles({ files }: SubmissionRequest, { author_fields: fields }: FormToFill): SubmissionRequest['files'] {
	return fields.avatar === 'off' ? files.filter(({ field }) => field !== 'avatar') : files
}

/** `form` is the present one; `shown` is what the page showed, by which the submission is judged. */
type ParsedByForm = { form: FormToFill; shown: FormToFill; submission: Submission }

/**
 * Parses by the version of the form that the page showed, and a request without one by the present form. The cached form may be some milliseconds
 * old and so refuses nothing: what it would refuse is judged by the form as it is stored now.
 */
async function parseByShownForm(services: SubmissionServices, request: SubmissionRequest): Promise<ParsedByForm> {
	const { forms } = services
	const slug = request.body.form
	const cached = await parseByForm(services, request, await forms.find(slug))
	if ('submission' in cached) return cached

	forms.invalidate(slug)
	const present = await forms.find(slug)
	const stored = await parseByForm(services, request, present)
	if ('submission' in stored) return stored
	throw present.is_open ? invalid(stored.problems) : formNotFound()
}

/** A request that the shown version refuses is taken when the present form takes it: a rule may have been lifted. */
async function parseByForm(services: SubmissionServices, request: SubmissionRequest, form: FormToFill) {
	const { config, secret, forms } = services
	const parse = (shown: FormToFill) => ({
		form,
		shown,
		...parseSubmission(request.body, {
			form: shown,
			maxTextLength: config.MAX_TEXT_LENGTH,
			secret,
			files: new Set(request.files.map(({ field }) => field)),
			isFormPost: request.isFormPost,
		}),
	})
	const proof = readFormProof(secret, form.id, splitProof(request.body.proof).form)
	// An older page may ask for consent in words that the owner withdrew long ago.
	const isRecent = proof !== null && proof.age <= maxProofAgeSeconds
	const shown = isRecent && proof.version !== null ? await forms.asShown(form, proof.version) : form
	const parsed = parse(shown)
	if ('submission' in parsed || shown === form) return parsed
	const lenient = parse(form)
	return 'submission' in lenient ? lenient : parsed
}

/** Hash that ignores case and spacing, to detect repeated texts; null for short ones, which repeat by chance. */
function fingerprintText(body: string): bigint | null {
	if (countCodePoints(body) < 24) return null
	const normalized = body.toLowerCase().replace(/\s+/g, ' ')
	return createHash('sha256').update(normalized).digest().readBigInt64BE(0)
}
