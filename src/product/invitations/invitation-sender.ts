import type { Deps } from '#platform/deps.ts'
import { hashToken } from '#platform/keys/secret-token.ts'
import { MailRefused } from '#platform/mail/mail-message.ts'
import { Semaphore } from '#platform/semaphore.ts'
import { invitationMail } from './invitation-mail.ts'
import { invitationTokenOf } from './invitation-token.ts'
import { type ClaimedMail, claimInvitationMails, recordInvitationMail, storeInvitationTokens } from './queries.ts'

const service = { role: 'service_role' } as const
const pollMilliseconds = 15_000
const claimedAtOnce = 8
const concurrency = 4
/** Longer than the slowest mail server takes for all claimed mails. */
const leaseSeconds = 900
/** Attempts over two days. */
const maxAttempts = 48
const longestOutagePause = 300_000

/** What became of one mail. */
type Outcome = Parameters<typeof recordInvitationMail>[1]

/**
 * Sends queued invitations and reminders. Any node takes mails; one that dies gives them back when its lease ends, and
 * the next attempt has the same Message-ID.
 */
export function createInvitationSender({ config, db, keys, log, mail }: Deps) {
	let timer: NodeJS.Timeout | undefined
	let running: Promise<void> | undefined
	let again = false
	let isClosed = false
	/** No mail was taken by the server in this many claims in a row. */
	let outages = 0
	let pausedUntil = 0

	const tokenOf = ({ invitation_id, email }: ClaimedMail) => invitationTokenOf(keys.secret, invitation_id, email)

	const claim = (): Promise<ClaimedMail[]> =>
		db.as(
			service,
			async (tx) => {
				const mails = await tx.query<ClaimedMail>(claimInvitationMails(claimedAtOnce, leaseSeconds))
				// The link must be known before its mail arrives.
				const ids = mails.map(({ invitation_id }) => invitation_id)
				const hashes = mails.map((claimed) => hashToken(tokenOf(claimed)))
				if (mails.length > 0) await tx.final(storeInvitationTokens(ids, hashes))
				return mails
			},
			{ repeatable: true },
		)

	async function deliver(claimed: ClaimedMail): Promise<void> {
		const token = tokenOf(claimed)
		const decline = `${config.SITE_URL}/invitation/${token}/decline`
		const write = `${config.SITE_URL}/collect/${claimed.form_slug}?i=${token}`
		const content = invitationMail(await mail.words(claimed.locale), claimed, { write, decline })
		await mail.deliver(content, {
			id: claimed.mail_id,
			to: claimed.email,
			fromName: content.brand?.name,
			replyTo: claimed.reply_to ?? undefined,
			unsubscribe: { url: decline },
			about: [claimed.space_id, claimed.invitation_id],
		})
	}

	async function send(claimed: ClaimedMail): Promise<Outcome> {
		const { mail_id, attempts } = claimed
		const note = (outcome: Outcome, words?: string, pause?: number) =>
			db.as(service, (tx) => tx.final(recordInvitationMail(mail_id, outcome, words, pause)), {
				repeatable: true,
				shardKey: claimed.space_id,
			})
		try {
			if (isClosed) {
				await note('later', 'the server was stopped')
				return 'later'
			}
			await deliver(claimed)
		} catch (error) {
			const words = (error instanceof MailRefused ? error.response : String(error)).replaceAll('\0', '')
			const isRefused = error instanceof MailRefused || attempts >= maxAttempts
			log.warn({ err: error, mail: mail_id, attempt: attempts, isRefused }, 'invitation not sent')
			const outcome = isRefused ? 'refused' : 'later'
			await note(outcome, words, retrySeconds(attempts))
			return outcome
		}
		await note('sent')
		return 'sent'
	}

	/** Sends what is due until nothing is, or until the mail server seems to be away. */
	async function sendDue(): Promise<void> {
		while (!isClosed && Date.now() >= pausedUntil) {
			const mails = await claim()
			if (mails.length === 0) return
			const lanes = new Semaphore(concurrency)
			const outcomes = await Promise.all(mails.map((one) => lanes.run(() => send(one))))
			outages = outcomes.every((outcome) => outcome === 'later') ? outages + 1 : 0
			// Without it, an outage would use up an attempt of each of thousands of mails.
			if (outages > 0) pausedUntil = Date.now() + Math.min(longestOutagePause, 2500 * 2 ** outages)
		}
	}

	function wake(): void {
		again = true
		if (running || isClosed) return
		again = false
		running = sendDue()
			.catch((error) => log.warn({ err: error }, 'invitations cannot be sent'))
			.finally(() => {
				running = undefined
				if (again) wake()
			})
	}

	return {
		sendDue,
		async start(): Promise<void> {
			await db.listen('plaudit_invitations', wake, wake)
			timer = setInterval(wake, pollMilliseconds).unref()
			wake()
		},
		/** Mails in progress are finished, claimed ones are given back. */
		async close(): Promise<void> {
			isClosed = true
			clearInterval(timer)
			await running
		},
	}
}

/** A minute, two, four … at most an hour. */
function retrySeconds(attempts: number): number {
	return Math.min(3600, 60 * 2 ** (attempts - 1))
}
