import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Config } from '#platform/config/config.ts'
import type { Tracing } from '#platform/tracing/tracing.ts'
import type { MailContent } from './mail-content.ts'
import { type Deliver, MailRefused } from './mail-message.ts'
import { createOutbox, outboxFolder } from './outbox.ts'
import { createSmtp } from './smtp.ts'
import { renderHtml } from './templates/render-html.ts'
import { renderText } from './templates/render-text.ts'
import type { MailCatalog } from './translations/mail-catalog.ts'
import { type MailTranslation, readTranslations } from './translations/read-translations.ts'

/** Addresses and headers of one mail. */
export type MailEnvelope = {
	/** The same at every attempt of one mail, so that a duplicate is recognisable. */
	id?: string | undefined
	to: string
	replyTo?: string | undefined
	/** Shown as the sender's name instead of that of MAIL_FROM; the address stays. */
	fromName?: string | undefined
	/** A URL that ends these mails by GET with a confirmation and by POST at once (RFC 8058). */
	unsubscribe?: { url: string } | undefined
	/** Ids of the rows that it is about: when one of them is erased, the copy in the outbox goes. */
	about?: readonly string[] | undefined
}

/** Translates, renders and delivers mails. */
export type MailService = {
	/** The texts in the best language for a value of Accept-Language; English by default. */
	words(locale: string | undefined): Promise<MailTranslation>
	/** @throws MailRefused when the mail server refused it for good; any other error means that it should be retried */
	deliver(content: MailContent, envelope: MailEnvelope): Promise<void>
}

export type MailOutcome = 'sent' | 'refused' | 'failed'

/**
 * Renders mails and delivers them by SMTP, or to the outbox without SMTP_URL.
 * @param onSettled is told how each delivery ended
 */
export function createMailService(
	config: Config,
	log: Logger,
	catalog?: MailCatalog,
	onSettled: (outcome: MailOutcome) => void = () => {},
	tracing?: Tracing | undefined,
): MailService {
	const transport: Deliver = config.SMTP_URL
		? createSmtp(config.SMTP_URL, config.SMTP_CA_FILE)
		: createOutbox(outboxFolder(config), (mail) =>
				// The name of the file is not logged: it names the address.
				log.info({ mail }, 'mail written to the outbox, because SMTP_URL is not set'),
			)
	const deliver: Deliver = (message) =>
		(tracing ? tracing.span('mail', {}, () => transport(message)) : transport(message)).then(
			() => onSettled('sent'),
			(error) => {
				onSettled(error instanceof MailRefused ? 'refused' : 'failed')
				throw error
			},
		)
	let translations: ReturnType<typeof readTranslations> | undefined
	return {
		async words(locale) {
			translations ??= readTranslations(config.MAIL_TEMPLATES, catalog).catch((error) => {
				translations = undefined
				throw error
			})
			return (await translations)(locale)
		},
		deliver: (content, { id = randomUUID(), to, replyTo, fromName, unsubscribe, about }) =>
			deliver({
				id,
				from: fromName ? renameSender(config.MAIL_FROM, fromName) : config.MAIL_FROM,
				to,
				replyTo,
				subject: content.subject,
				html: renderHtml(content),
				text: renderText(content),
				about,
				headers: {
					// Keeps out-of-office replies away (RFC 3834 §5).
					'Auto-Submitted': 'auto-generated',
					...(unsubscribe && {
						'List-Unsubscribe': `<${unsubscribe.url}>`,
						'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
					}),
				},
			}),
	}
}

/**
 * A sender with another name, quoted so that no character of it can end it (RFC 5322 §3.2.4). It must not look like another
 * address, which some mail programs would show alone, also when controls of the text's direction reverse it.
 */
function renameSender(from: string, name: string): string {
	const address = /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim()
	const quoted = name
		.replace(/[\p{Cc}@\uff20\ufe6b<>]+/gu, ' ')
		.replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
		.trim()
		.replace(/["\\]/g, '\\$&')
	return `"${quoted}" <${address}>`
}
