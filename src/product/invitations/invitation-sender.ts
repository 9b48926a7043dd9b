import type { Deps } from '#platform/deps.ts'
import { createBatchWorker } from '#platform/jobs/batch-worker.ts'
import { hashToken } from '#platform/keys/secret-token.ts'
import { MailRefused } from '#platform/mail/mail-message.ts'
import { createMailQueue } from '#platform/mail/mail-queue.ts'
import { invitationMail } from './invitation-mail.ts'
import { invitationTokenOf } from './invitation-token.ts'
import { type ClaimedMail, claimInvitationMails, recordInvitationMail, storeInvitationTokens } from './queries.ts'

const service = { role: 'service_role' } as const
const pollMilliseconds = 15_000
const claimedAtOnce = 8
/** Longer than the slowest mail server takes for all claimed mails. */
const leaseSeconds = 900
/** Attempts over two days. */
const maxAttempts = 48

/** Sends queued invitations and reminders. */
export function createInvitationSender({ config, db, keys, log, mail: mails }: Deps) {
	const tokenOf = ({ invitation_id, email }: ClaimedMail) => invitationTokenOf(keys.secret, invitation_id, email)

	const queue = createMailQueue<ClaimedMail>(mails, {
		claim: () =>
			db.as(
				service,
				async (tx) => {
					const claimed = await tx.query<ClaimedMail>(claimInvitationMails(claimedAtOnce, leaseSeconds))
					// The link must be known before its mail arrives.
					const ids = claimed.map(({ invitation_id }) => invitation_id)
					const hashes = claimed.map((mail) => hashToken(tokenOf(mail)))
					if (claimed.length > 0) await tx.final(storeInvitationTokens(ids, hashes))
					return claimed
				},
				{ repeatable: true },
			),
		async compose(mail) {
			const token = tokenOf(mail)
			const decline = `${config.SITE_URL}/invitation/${token}/decline`
			const write = `${config.SITE_URL}/collect/${mail.form_slug}?i=${token}`
			const content = invitationMail(await mails.words(mail.locale), mail, { write, decline })
			const envelope = {
				id: mail.mail_id,
				to: mail.email,
				fromName: content.brand?.name,
				replyTo: mail.reply_to ?? undefined,
				unsubscribe: { url: decline },
				about: [mail.space_id, mail.invitation_id],
			}
			return { content, envelope }
		},
		async record(mail, result, reason, pauseSeconds) {
			const outcome = result === 'sent' || result === 'later' ? result : 'refused'
			const query = recordInvitationMail(mail.mail_id, outcome, reason ?? '', pauseSeconds)
			await db.as(service, (tx) => tx.final(query), { repeatable: true, shardKey: mail.space_id })
		},
		isLast: ({ attempts }) => attempts >= maxAttempts,
		/** A minute, two, four … at most an hour. */
		retrySeconds: ({ attempts }) => Math.min(3600, 60 * 2 ** (attempts - 1)),
		explain({ mail_id, attempts }, error, result) {
			log.warn({ err: error, mail: mail_id, attempt: attempts, isRefused: result !== 'later' }, 'invitation not sent')
			return error instanceof MailRefused ? error.response : String(error)
		},
		pausesInOutage: true,
	})
	const worker = createBatchWorker({
		takeBatch: () => queue.sendDue().then(() => 0),
		batchSize: 1,
		pollMilliseconds,
		onError: (error) => log.warn({ err: error }, 'invitations cannot be sent'),
	})

	return {
		sendDue: queue.sendDue,
		async start(): Promise<void> {
			await db.listen('plaudit_invitations', worker.wake, worker.wake)
			worker.start()
		},
		async close(): Promise<void> {
			queue.close()
			await worker.close()
		},
	}
}
