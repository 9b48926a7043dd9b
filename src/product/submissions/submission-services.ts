import type { Deps } from '#platform/deps.ts'
import { trustedSecrets } from '#platform/keys/keys.ts'
import type { FormCache } from '#product/forms/form-cache.ts'
import { createRecordingFinder } from '#product/recordings/sent-recording.ts'
import { createPictureStore } from '#product/testimonials/picture-store.ts'
import { checkOrder } from '#product/verifications/check-order.ts'
import type { SignedOrder } from '#product/verifications/order-signature.ts'
import { idempotencyConflict } from './errors.ts'
import type { FormOfSpace } from './form-of-space.ts'
import { findByIdempotencyKey } from './queries.ts'
import { createRateLimits } from './rate-limits.ts'
import { createSubmissionStore } from './submission-store.ts'
import { createWorkVerifier } from './work-verifier.ts'

/** Everything that `createSubmission` works with. Requests share its caches and transactions. */
export type SubmissionServices = ReturnType<typeof createSubmissionServices>

/** Called once per process. */
export function createSubmissionServices(deps: Deps, forms: FormCache) {
	const { config, db, keys } = deps
	return {
		config,
		secret: keys.secret,
		forms,
		pictures: createPictureStore(deps),
		checkOrder: ({ id, space }: FormOfSpace, order: SignedOrder) =>
			checkOrder(db, { secrets: trustedSecrets(keys), form: id, space: space.id }, order),
		findRecording: createRecordingFinder(deps),
		rateLimits: createRateLimits(deps),
		work: createWorkVerifier(deps),
		store: createSubmissionStore(db),
		/**
		 * Id of the testimonial that an earlier request with the same key made.
		 * @throws AppError 422 idempotency_conflict when that request had another body
		 */
		async findEarlier(form: FormOfSpace, idempotencyKey: string, fingerprint: Buffer) {
			const [earlier] = await db.as(
				{ role: 'anon' },
				(tx) => tx.final<{ id: string; fingerprint: Buffer }>(findByIdempotencyKey(form, idempotencyKey)),
				{ readOnly: true, shardKey: form.space.id },
			)
			if (earlier && !earlier.fingerprint.equals(fingerprint)) throw idempotencyConflict()
			return earlier?.id
		},
	}
}
