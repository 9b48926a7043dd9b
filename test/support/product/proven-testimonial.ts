import { buildReceipt } from '#product/proof/build-receipt.ts'
import { createReceiptService } from '#product/receipts/receipt-service.ts'
import type { TestApp } from '#test/support/test-app.ts'
import { createSpace, postSubmission } from './space-fixture.ts'
import { submissionBody } from './submission-body.ts'

export type Proven = Awaited<ReturnType<typeof sendTestimonial>>

/** Sends a testimonial. `proof` reads what its receipt is made of, and `receipt` makes the file. */
export async function sendTestimonial(app: TestApp, more: Record<string, unknown> = {}) {
	const space = await createSpace(app.database)
	const { body } = await postSubmission(app, submissionBody(space, more))
	const token = body.receipt_url?.split('/').at(-1) ?? ''
	const service = createReceiptService(app.deps, () => undefined)
	return {
		space,
		token,
		id: body.id ?? '',
		service,
		proof: () => service.proof(token),
		receipt: async () => buildReceipt(await service.proof(token), 'en'),
	}
}
