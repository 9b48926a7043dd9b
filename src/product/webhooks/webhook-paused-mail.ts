import type { MailContent } from '#platform/mail/mail-content.ts'
import { fillText } from '#platform/mail/templates/fill-text.ts'
import type { MailTranslation } from '#platform/mail/translations/read-translations.ts'
import { clipWords } from '#product/mails/clip-text.ts'
import { plainName } from '#product/mails/plain-name.ts'
import { pluralText, productMail } from '#product/mails/product-mails.ts'
import type { WebhookPause } from './queries.ts'

/** The mail to an owner about a webhook that stopped after its last try. It names the host: the rest of an address may be a secret. */
export function webhookPausedMail(words: MailTranslation, pause: WebhookPause, link: string): MailContent {
	const { language, direction } = words
	const texts = productMail(words, 'webhook_paused')
	const host = URL.parse(pause.url)?.host ?? ''
	const values = { space: plainName(pause.space_name), host, status: String(pause.status ?? ''), count: pause.waiting }
	const fill = (text: string) => fillText(text, values, direction === 'rtl', ['count', 'status'])
	const answer = clipWords(pause.answer ?? '', 200)
	return {
		language,
		direction,
		subject: fill(texts.subject),
		preview: fill(pause.status === null ? texts.silent : texts.answered),
		heading: fill(texts.subject),
		blocks: [
			{ kind: 'text', text: fill(pause.status === null ? texts.silent : texts.answered) },
			...(answer === '' ? [] : [{ kind: 'small', text: answer } as const]),
			{ kind: 'text', text: fill(pluralText(texts, 'waiting', Number(pause.waiting), language)) },
			{ kind: 'button', label: fill(texts.action), href: link },
			{ kind: 'small', text: fill(texts.next) },
		],
	}
}
