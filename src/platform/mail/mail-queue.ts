import { Semaphore } from '#platform/semaphore.ts'
import type { MailContent } from './mail-content.ts'
import { MailRefused } from './mail-message.ts'
import type { MailEnvelope, MailService } from './mail-service.ts'

/** End of an attempt: `empty` for a mail that has nothing left to say, `later` for one that is tried again. */
export type MailResult = 'sent' | 'empty' | 'refused' | 'given_up' | 'later'

/** Statements and texts of one queue. Any node may run it: `claim` leaves the rows that another one has taken. */
export type MailSource<Mail> = {
	/** Takes due mails for some seconds, after which they are due again, as for a node that died. */
	claim(): Promise<readonly Mail[]>
	/** @returns undefined for a mail that has nothing left to say */
	compose(mail: Mail): Promise<{ content: MailContent; envelope: MailEnvelope } | undefined>
	/** Records the end of an attempt. @param pauseSeconds after which `later` makes it due again */
	record(mail: Mail, result: MailResult, reason: string | null, pauseSeconds: number): Promise<void>
	/** True for a mail that is given up after a failed attempt. */
	isLast(mail: Mail): boolean
	/** Pause after a failed attempt. */
	retrySeconds(mail: Mail): number
	/** Logs a failed attempt. @returns the reason to record */
	explain(mail: Mail, error: unknown, result: MailResult): string
	/** Pauses the queue after a claim of which the server took no mail: an outage would use up an attempt of each of thousands. */
	pausesInOutage: boolean
}

const concurrency = 4
const longestOutagePause = 300_000

/** Sends the mails of one queue. One whose delivery is unknown is sent again with the same Message-ID. */
export function createMailQueue<Mail>({ deliver }: Pick<MailService, 'deliver'>, source: MailSource<Mail>) {
	let isClosed = false
	/** No mail was taken by the server in this many claims in a row. */
	let outages = 0
	let pausedUntil = 0

	async function attempt(mail: Mail): Promise<MailResult> {
		if (isClosed) return end(mail, 'later', 'the server was stopped')
		let result: MailResult = 'sent'
		try {
			const composed = await source.compose(mail)
			if (composed) await deliver(composed.content, composed.envelope)
			else result = 'empty'
		} catch (error) {
			result = error instanceof MailRefused ? 'refused' : source.isLast(mail) ? 'given_up' : 'later'
			return end(mail, result, source.explain(mail, error, result), source.retrySeconds(mail))
		}
		return end(mail, result)
	}

	async function end(mail: Mail, result: MailResult, reason: string | null = null, pause = 0): Promise<MailResult> {
		await source.record(mail, result, reason?.replaceAll('\0', '') ?? null, pause)
		return result
	}

	return {
		/** Sends what is due until nothing is, or until the mail server seems to be away. */
		async sendDue(): Promise<void> {
			while (!isClosed && Date.now() >= pausedUntil) {
				const mails = await source.claim()
				if (mails.length === 0) return
				const lanes = new Semaphore(concurrency)
				const results = await Promise.all(mails.map((mail) => lanes.run(() => attempt(mail))))
				if (!source.pausesInOutage) continue
				outages = results.every((result) => result === 'later') ? outages + 1 : 0
				if (outages > 0) pausedUntil = Date.now() + Math.min(longestOutagePause, 2500 * 2 ** outages)
			}
		},
		/** Mails in progress are finished, and claimed ones are given back. */
		close(): void {
			isClosed = true
		},
	}
}
