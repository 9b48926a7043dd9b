import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { Postponed } from '#server/jobs/jobs.ts'
import { createMailer } from '#server/mail/mailer.ts'
import { forgetOld, receiptMail } from './job-queries.ts'
import { receiptTokenOf } from './receipt-token.ts'
import { secondsToNextHour } from './submit-budgets.ts'

const service = { role: 'service_role' } as const
const hour = 3600
/** Hours turn by the clock of the database. */
const clocksDiffer = 30
const aboutOne = z.object({ testimonial_id: z.uuid() })
const aboutFiles = z.object({ versions: z.array(z.string()) })

type ReceiptMail = { email: string; space: string; may_go: boolean }

/** Names who does the work that submissions and deletions leave to be done: mails, files, forgetting. */
export function doFunctionJobs({ config, db, files, jobs, keys, log }: Deps): void {
	const mail = createMailer(config, log)
	const mostMails = config.RATE_LIMITS ? config.SUBMIT_MAILS_PER_SPACE_HOURLY : null

	// The link's secret is worked out here, so that it is never written down in a queue.
	jobs.handle('receipt_mail', async (payload) => {
		const { testimonial_id } = aboutOne.parse(payload)
		const [found] = await db.as(service, (tx) =>
			tx.final<ReceiptMail>(receiptMail(testimonial_id, mostMails)),
		)
		if (!found) return
		// The submitter has seen the link already.
		if (!found.may_go)
			throw new Postponed(
				'this space sends no more mails in this hour',
				secondsToNextHour() + clocksDiffer,
			)
		const link = `${config.SITE_URL}/t/${receiptTokenOf(keys.secret, testimonial_id)}`
		await mail({
			id: testimonial_id,
			template: 'private_link',
			to: found.email,
			data: { space: found.space, link },
		})
	})
	jobs.handle('remove_files', async (payload) => files.remove(aboutFiles.parse(payload).versions))
	jobs.repeat('forget_old', hour, async () => {
		await db.as(service, (tx) => tx.final(forgetOld()))
	})
}
