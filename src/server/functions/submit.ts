import type { Context } from 'hono'
import type { Deps, Env } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { networkOf } from '#server/http/network.ts'
import { createSharedRoom, type Share } from '#server/http/shared-room.ts'
import type { SubmissionAnswer } from '#shared/submission.ts'
import { formAgainRenderer } from './form-again.ts'
import { createSpaceGuard } from './free-space.ts'
import { receiptTokenOf } from './receipt-token.ts'
import { readSent, type SentSubmission } from './sent-submission.ts'
import { createTaking } from './take-submission.ts'

/** Bytes of pictures that may be on their way at once; more where single ones may be large. */
const leastRoom = 256 * 1024 * 1024
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Takes submissions in, whichever way they came. */
export type SubmitService = {
	/** @throws AppError 507 storage_full */
	requireSpace(): Promise<void>
	/**
	 * Stores what was sent, durably.
	 * @param key the Idempotency-Key that came with it
	 * @returns the testimonial's id, and the path of its private link
	 */
	take(
		sent: SentSubmission,
		key: string | undefined,
		ip: string,
	): Promise<{ id: string; link: string }>
}

/** One for all ways in: they share what is remembered of forms, and transactions. */
export function createSubmitService(deps: Deps): SubmitService {
	const { config, keys } = deps
	const take = createTaking(deps)
	return {
		requireSpace: createSpaceGuard(config.DATA_DIR, config.MIN_FREE_DISK_MB),
		async take(sent, key, ip) {
			const id = await take(sent, readKey(key), ip)
			return { id, link: `/t/${receiptTokenOf(keys.secret, id)}` }
		},
	}
}

/**
 * POST /functions/v1/submit (product.md §4): a visitor's testimonial comes in. 201 only after a durable commit.
 * The page's plain post is answered 303 to the private link, or with the form again.
 */
export function submit(
	deps: Deps,
	submissions: SubmitService,
): (c: Context<Env>) => Promise<Response> {
	const { config } = deps
	const photoBytes = config.MAX_PHOTO_MB * 1024 * 1024
	const enterRoom = createSharedRoom(Math.max(leastRoom, 8 * photoBytes))

	async function answer(c: Context<Env>, share: Share): Promise<Response> {
		const sent = await readSent(c.req.raw, c.var.ip, photoBytes, share.take)
		const isPage = sent.isFormPost && !c.req.header('accept')?.includes('application/json')
		try {
			if (sent.refusal) throw sent.refusal
			const key = c.req.header('idempotency-key') ?? sent.key
			const { id, link } = await submissions.take(sent, key, c.var.ip)
			if (isPage) return c.redirect(`${config.SITE_URL}${link}?sent`, 303)
			const receipt_url = config.SITE_URL + link
			return c.json({ id, receipt_url, status: 'pending' } satisfies SubmissionAnswer, 201)
		} catch (error) {
			const again = isPage && error instanceof AppError
			const render = again && formAgainRenderer(deps)
			if (!render) throw error
			return render(c, toFormAgain(sent, error))
		}
	}

	return async (c) => {
		await submissions.requireSpace()
		const share = enterRoom(networkOf(c.var.ip))
		return answer(c, share).finally(share.leave)
	}
}

function readKey(given: string | undefined): string | undefined {
	if (!given) return undefined
	if (!uuid.test(given))
		throw new AppError(400, 'bad_request', 'An Idempotency-Key is a uuid, new for each sending.')
	return given.toLowerCase()
}

function toFormAgain({ values }: SentSubmission, error: AppError) {
	const hasFields = error.fields && Object.keys(error.fields).length > 0
	return {
		slug: values.form ?? '',
		status: error.status,
		values,
		fields: error.fields ?? {},
		message: hasFields ? null : error.message,
	}
}
