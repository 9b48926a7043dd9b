import type { Deps } from '#platform/deps.ts'
import { createMemoryBudget, type MemoryReservation } from '#platform/http/body/memory-budget.ts'
import { clientNetwork } from '#platform/http/request/client-network.ts'
import { AppError } from '#platform/http/response/app-error.ts'
import { type Answer, json, redirect } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import { isUuid } from '#platform/uuid.ts'
import type { FormCache } from '#product/forms/form-cache.ts'
import type { RenderForm } from '#product/forms/form-page.ts'
import { receiptUrlOf } from '#product/receipts/receipt-url.ts'
import { createDiskGuard } from '#product/testimonials/disk-guard.ts'
import type { RedisplayedForm } from '#shared/form/form-post.ts'
import type { SubmissionAnswer } from '#shared/form/submission-api.ts'
import { createSubmission } from './create-submission.ts'
import { parseRequest, type SubmissionRequest } from './parse-request.ts'
import { ProofRequired } from './proof-required.ts'
import { createSubmissionServices } from './submission-services.ts'

const MiB = 1024 * 1024
/** Bytes of all pictures that are being uploaded; more where single ones may be large. */
const minPictureBudget = 256 * MiB

/**
 * POST /functions/v1/submit: 201 after a durable commit. A plain form post is answered 303 to the private link, or with the
 * form and what is wrong.
 * @param renderForm undefined without a build; a plain post is then answered in JSON
 * @param onSubmitted called after the commit, to notify members
 * @param solverUrl script that solves challenges; undefined without a build
 */
export function postSubmission(
	deps: Deps,
	forms: FormCache,
	renderForm: RenderForm | undefined,
	onSubmitted: () => void,
	solverUrl: string | undefined,
): Handler {
	const { config } = deps
	const services = createSubmissionServices(deps, forms)
	const requireDiskSpace = createDiskGuard(config.DATA_DIR, config.MIN_FREE_DISK_MB)
	const maxFileBytes = config.MAX_PHOTO_MB * MiB
	const pictureBudget = createMemoryBudget(Math.max(minPictureBudget, 8 * maxFileBytes))

	async function answer(x: Exchange, { reserve }: MemoryReservation): Promise<Answer> {
		const request = await parseRequest(x, maxFileBytes, reserve, deps.keys.secret)
		const isPage = request.isFormPost && !x.header('accept')?.includes('application/json')
		try {
			if (request.error) throw request.error
			const key = parseKey(x.header('idempotency-key') ?? request.idempotencyKey)
			const created = await createSubmission(services, request, key, x.ip)
			onSubmitted()
			const receipt_url = await receiptUrlOf(deps, created)
			if (isPage) return redirect(`${receipt_url}?sent`, 303)
			return json({ id: created.id, receipt_url, status: 'pending' } satisfies SubmissionAnswer, 201)
		} catch (error) {
			if (!isPage || !renderForm || !(error instanceof AppError)) throw await toAnswerable(error, x.ip)
			const wait = error instanceof ProofRequired ? await services.work.ticket(error, x.ip) : null
			return renderForm(x, toRedisplayedForm(request, error, wait))
		}
	}

	/** A script is given a challenge, and where it finds the code that solves it. */
	async function toAnswerable(error: unknown, ip: string): Promise<unknown> {
		if (!(error instanceof ProofRequired)) return error
		const { form, level, ticket } = error
		const challenge = await services.work.challenge(form, level, ip)
		return new ProofRequired(form, level, ticket, { challenge, ...(solverUrl ? { solver: solverUrl } : {}) })
	}

	return async (x) => {
		await requireDiskSpace()
		const reservation = pictureBudget(clientNetwork(x.ip))
		return answer(x, reservation).finally(reservation.release)
	}
}

function parseKey(key: string | undefined): string | undefined {
	if (!key) return undefined
	if (!isUuid(key)) throw new AppError(400, 'bad_request', 'An Idempotency-Key is a uuid, new for each sending.')
	return key.toLowerCase()
}

function toRedisplayedForm(
	{ fields: values, files }: SubmissionRequest,
	error: AppError,
	wait: { text: string; seconds: number } | null,
): RedisplayedForm {
	const hasFields = error.fields && Object.keys(error.fields).length > 0
	return {
		slug: values.form ?? '',
		status: error.status,
		values,
		// A server cannot fill in a file.
		fields:
			wait && files.some(({ field }) => field === 'photo')
				? { photo: 'Choose your photo again.' }
				: (error.fields ?? {}),
		message: hasFields ? null : error.message,
		wait,
	}
}
