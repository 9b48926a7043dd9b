import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from '#platform/deps.ts'
import { type BatchWorker, createBatchWorker } from '#platform/jobs/batch-worker.ts'
import { retryDelay } from '#platform/jobs/jobs.ts'
import type { MailContent } from '#platform/mail/mail-content.ts'
import { MailRefused } from '#platform/mail/mail-message.ts'
import { createMailQueue } from '#platform/mail/mail-queue.ts'
import { composeAlert, composeSample } from './compose-alert.ts'
import { composeSummary } from './compose-summary.ts'
import { type NotificationMail, withPlainNames } from './notification-mail.ts'
import {
	claimNotificationMails,
	createNotificationMails,
	finishNotificationMail,
	hasNotificationsDue,
} from './queries.ts'
import { unsubscribeTokenOf } from './unsubscribe-token.ts'

const service = { role: 'service_role' } as const
const newsBatch = 1000
const senderCount = 4
/** Longer than any delivery: timeouts of SMTP end it before. */
const leaseSeconds = 300
const longestPauseSeconds = 600
/** Shorter than a step of a stop: a mail server that answers slowly must not make it unclean. */
const closeMilliseconds = 5000
const giveUpMilliseconds = 3 * 86_400_000

/**
 * Sends mails to members about new, edited and withdrawn testimonials. Its `close` waits a short time for mails that are being sent; a
 * later one is sent again with the same Message-ID.
 */
export function createNotificationWorker({ config, db, keys, log, mail: mails }: Deps): BatchWorker {
	const senders = new Set<Promise<void>>()
	const queue = createMailQueue<NotificationMail>(mails, {
		async claim() {
			const query = claimNotificationMails(1, leaseSeconds)
			const claimed = await db.as(service, (tx) => tx.final<{ mail: NotificationMail }>(query))
			return claimed.map(({ mail }) => withPlainNames(mail))
		},
		async compose(mail) {
			const { id, member, space, items } = mail
			const token = unsubscribeTokenOf(keys.secret, { kind: 'member', space: space.id, user: member.id })
			const url = `${config.SITE_URL}/unsubscribe/${token}`
			const content = await compose(mail, url)
			if (!content || !member.to) return undefined
			const about = [space.id, member.id, ...items.map((item) => item.id)]
			return { content, envelope: { id, to: member.to, unsubscribe: { url }, about } }
		},
		async record(mail, result, reason, pauseSeconds) {
			const query = finishNotificationMail(mail, result === 'later' ? 'retry' : result, reason, pauseSeconds)
			await db.as(service, (tx) => tx.final(query), { repeatable: true, shardKey: mail.space.id })
		},
		isLast: ({ since }) => Date.now() - Date.parse(since) > giveUpMilliseconds,
		retrySeconds: ({ attempts }) => retryDelay(attempts, 5, longestPauseSeconds),
		explain({ id, member, attempts }, error, result) {
			const details = { err: error, mail: id, member: member.id, attempt: attempts }
			if (error instanceof MailRefused) {
				log.warn(details, 'the address of a member was refused')
				return error.response
			}
			log.warn({ ...details, isOver: result === 'given_up' }, 'a mail to a member failed')
			return error instanceof Error ? error.message : String(error)
		},
		pausesInOutage: false,
	})

	const news = createBatchWorker({
		async takeBatch() {
			const [row] = await db.as(service, (tx) => tx.final<{ taken: number }>(createNotificationMails(newsBatch)))
			const taken = row?.taken ?? 0
			if (taken < newsBatch) startSenders()
			return taken
		},
		batchSize: newsBatch,
		pollMilliseconds: 5000,
		async isDue() {
			const [row] = await db.as(service, (tx) => tx.final<{ due: boolean }>(hasNotificationsDue()), { readOnly: true })
			return row?.due ?? false
		},
		pauses: { debounce: 100, rest: 1000, many: 20 },
		onError: (error) => log.warn({ err: error }, 'notifications cannot be read'),
	})

	/** A slow mail occupies one sender; other mails are made and sent meanwhile. */
	function startSenders(): void {
		while (senders.size < senderCount) {
			const sender: Promise<void> = queue
				.sendDue()
				.catch((error) => log.warn({ err: error }, 'mails to members cannot be read'))
				.finally(() => senders.delete(sender))
			senders.add(sender)
		}
	}

	async function compose(mail: NotificationMail, unsubscribe: string): Promise<MailContent | null> {
		const { locale } = mail.member
		const languages = [...(locale ? [locale] : []), `${mail.space.locale};q=0.5`].join(',')
		const words = await mails.words(languages)
		const links = { site: config.SITE_URL, unsubscribe }
		if (mail.kind === 'test') return composeSample(words, mail, links)
		const [first] = mail.items
		if (!first) return null
		const isOne = mail.items.length + mail.more === 1
		return isOne && mail.kind !== 'digest'
			? composeAlert(words, mail, first, links)
			: composeSummary(words, mail, links)
	}

	async function idle(): Promise<void> {
		await news.idle()
		if (senders.size === 0) return
		await Promise.all(senders)
		await idle()
	}

	return {
		...news,
		idle,
		async close() {
			queue.close()
			await news.close()
			await Promise.race([Promise.all(senders), pause(closeMilliseconds, undefined, { ref: false })])
		},
	}
}
