import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from '#platform/deps.ts'
import type { MailContent } from '#platform/mail/mail-content.ts'
import { MailRefused } from '#platform/mail/mail-message.ts'
import { composeAlert, composeSample } from './compose-alert.ts'
import { composeSummary } from './compose-summary.ts'
import { type NotificationMail, withPlainNames } from './notification-mail.ts'
import {
	claimNotificationMails,
	createNotificationMails,
	finishNotificationMail,
	hasNotificationsDue,
	type MailOutcome,
} from './queries.ts'
import { unsubscribeTokenOf } from './unsubscribe-token.ts'

/** Sends mails to members about their testimonials. Any node may run it; a mail is sent by one at a time. */
export type NotificationWorker = {
	/** Looks for events soon. Call it after the commit of a submission, an edit or a withdrawal; calls close together are one. */
	wake(): void
	start(): void
	/** Resolves when nothing is due in this process. */
	idle(): Promise<void>
	/** Waits a short time for mails that are being sent; a later one is sent again with the same Message-ID. */
	close(): Promise<void>
}

const service = { role: 'service_role' } as const
/** Pause before a look, so that a burst is one transaction; the longer one after a look that found a lot, as under load. */
const debounceMilliseconds = 100
const restMilliseconds = 1000
const manyNews = 20
/** How often every node looks for what is due or was left by a node that ended. */
const pollMilliseconds = 5000
const newsBatch = 1000
const concurrency = 4
/** Longer than any delivery: timeouts of SMTP end it before. */
const leaseSeconds = 300
const longestPauseSeconds = 600
/** Shorter than a step of a stop: a mail server that answers slowly must not make it unclean. */
const closeMilliseconds = 5000
const giveUpMilliseconds = 3 * 86_400_000

export function createNotificationWorker({ config, db, keys, log, mail: mails }: Deps): NotificationWorker {
	let isOpen = false
	let isWanted = false
	let looking: Promise<void> | undefined
	let timer: NodeJS.Timeout | undefined
	let poll: NodeJS.Timeout | undefined
	let isBusy = false
	const senders = new Set<Promise<void>>()

	function wake(): void {
		isWanted = true
		if (!isOpen || looking || timer) return
		timer = setTimeout(look, isBusy ? restMilliseconds : debounceMilliseconds)
		timer.unref()
	}

	function look(): void {
		timer = undefined
		isWanted = false
		looking = distributeAll()
			.then(startSenders)
			.catch((error) => log.warn({ err: error }, 'notifications cannot be read'))
			.finally(() => {
				looking = undefined
				if (isWanted) wake()
			})
	}

	async function distributeAll(): Promise<void> {
		let taken = newsBatch
		let whole = 0
		while (isOpen && taken === newsBatch) {
			const [row] = await db.as(service, (tx) => tx.final<{ taken: number }>(createNotificationMails(newsBatch)))
			taken = row?.taken ?? 0
			whole += taken
		}
		isBusy = whole >= manyNews
	}

	/** A slow mail occupies one sender; other mails are made and sent meanwhile. */
	function startSenders(): void {
		while (isOpen && senders.size < concurrency) {
			const sender: Promise<void> = sendDue()
				.catch((error) => log.warn({ err: error }, 'mails to members cannot be read'))
				.finally(() => senders.delete(sender))
			senders.add(sender)
		}
	}

	async function sendDue(): Promise<void> {
		while (isOpen) {
			const claim = claimNotificationMails(1, leaseSeconds)
			const [claimed] = await db.as(service, (tx) => tx.final<{ mail: NotificationMail }>(claim))
			if (!claimed) return
			const finish = await send(withPlainNames(claimed.mail))
			await db.as(service, (tx) => tx.final(finish), { repeatable: true, shardKey: claimed.mail.space.id })
		}
	}

	async function send(mail: NotificationMail) {
		const end = (outcome: MailOutcome, reason: string | null = null, delay = 0) =>
			finishNotificationMail(mail, outcome, reason?.replaceAll('\0', '') ?? null, delay)
		const token = unsubscribeTokenOf(keys.secret, { kind: 'member', space: mail.space.id, user: mail.member.id })
		const unsubscribe = `${config.SITE_URL}/unsubscribe/${token}`
		try {
			const content = await compose(mail, unsubscribe)
			if (!content || !mail.member.to) return end('empty')
			const about = [mail.space.id, mail.member.id, ...mail.items.map(({ id }) => id)]
			await mails.deliver(content, { id: mail.id, to: mail.member.to, unsubscribe: { url: unsubscribe }, about })
			return end('sent')
		} catch (error) {
			const details = { err: error, mail: mail.id, member: mail.member.id, attempt: mail.attempts }
			if (error instanceof MailRefused) {
				log.warn(details, 'the address of a member was refused')
				return end('refused', error.response)
			}
			const reason = error instanceof Error ? error.message : String(error)
			const isOver = Date.now() - Date.parse(mail.since) > giveUpMilliseconds
			log.warn({ ...details, isOver }, 'a mail to a member failed')
			return end(isOver ? 'given_up' : 'retry', reason, retryDelay(mail.attempts))
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

	async function lookIfDue(): Promise<void> {
		const [row] = await db.as(service, (tx) => tx.final<{ due: boolean }>(hasNotificationsDue()), { readOnly: true })
		if (row?.due) wake()
	}

	return {
		wake,
		start() {
			isOpen = true
			const check = () => void lookIfDue().catch((error) => log.warn({ err: error }, 'notifications cannot be read'))
			poll = setInterval(check, pollMilliseconds)
			poll.unref()
			wake()
		},
		async idle() {
			while (isOpen && (isWanted || timer || looking || senders.size > 0)) {
				await Promise.all([looking, ...senders])
				await new Promise((resolve) => setTimeout(resolve, 10))
			}
		},
		async close() {
			isOpen = false
			clearTimeout(timer)
			clearInterval(poll)
			await looking
			await Promise.race([Promise.all(senders), pause(closeMilliseconds, undefined, { ref: false })])
		},
	}
}

/** 5, 10, 20 … seconds with jitter, at most ten minutes. */
function retryDelay(attempts: number): number {
	const pause = Math.min(longestPauseSeconds, 2.5 * 2 ** attempts)
	return pause * (0.75 + Math.random() / 2)
}
