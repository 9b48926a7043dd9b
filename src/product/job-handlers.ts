import { z } from 'zod'
import type { Deps } from '#platform/deps.ts'
import { Postponed } from '#platform/jobs/jobs.ts'
import { createMailer } from '#platform/mail/mailer.ts'
import { secondsToNextHour } from './http/errors.ts'
import { forgetOld, receiptMail } from './job-queries.ts'
import { receiptTokenOf } from './receipts/receipt-token.ts'

const service = { role: 'service_role' } as const
const hour = 3600
/** The database decides by its own clock when an hour begins. */
const maxClockSkewSeconds = 30
const testimonialPayload = z.object({ testimonial_id: z.uuid() })
const filesPayload = z.object({ versions: z.array(z.string()) })

type ReceiptMail = { email: string; space: string; may_go: boolean }

/** Registers the jobs that submissions and deletions enqueue: mails, removal of files, retention. */
export function registerJobHandlers({ config, db, files, jobs, keys, log }: Deps): void {
	const mail = createMailer(config, log)
	const maxMails = config.RATE_LIMITS ? config.SUBMIT_MAILS_PER_SPACE_HOURLY : null

	// The link's secret is derived here, so that no queue contains it.
	jobs.handle('receipt_mail', async (payload) => {
		const { testimonial_id } = testimonialPayload.parse(payload)
		const [found] = await db.as(service, (tx) => tx.final<ReceiptMail>(receiptMail(testimonial_id, maxMails)))
		if (!found) return
		// Postponing is acceptable: the submitter has seen the link already.
		if (!found.may_go)
			throw new Postponed('this space sends no more mails in this hour', secondsToNextHour() + maxClockSkewSeconds)
		const link = `${config.SITE_URL}/t/${receiptTokenOf(keys.secret, testimonial_id)}`
		const data = { space: found.space, link }
		await mail({ id: testimonial_id, template: 'private_link', to: found.email, data })
	})
	jobs.handle('remove_files', async (payload) => files.remove(filesPayload.parse(payload).versions))
	jobs.repeat('forget_old', hour, async () => {
		await db.as(service, (tx) => tx.final(forgetOld()))
	})
}
