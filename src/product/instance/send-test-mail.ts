import type { Deps } from '#platform/deps.ts'
import { AppError } from '#platform/http/response/app-error.ts'
import type { MailContent } from '#platform/mail/mail-content.ts'
import { withTimeout } from '#platform/with-timeout.ts'

/** Milliseconds in which the mail server must have taken the mail. */
const sendTimeout = 20_000

/**
 * Sends a mail to an operator at once, past the queue, so that they learn what the mail server says.
 * @throws AppError 503 with its words
 */
export async function sendTestMail({ config, mail }: Pick<Deps, 'config' | 'mail'>, to: string): Promise<void> {
	const late = () => new Error(`it did not answer within ${sendTimeout / 1000} seconds`)
	await withTimeout(sendTimeout, mail.deliver(testMail(config.SITE_URL), { to }), late).catch((cause: Error) => {
		const headers = { 'cache-control': 'no-store' }
		throw new AppError(503, 'unavailable', `The mail server did not take the mail: ${cause.message}`, {
			headers,
			cause,
		})
	})
}

/** The mail is in English, as the operator's page is. */
function testMail(site: string): MailContent {
	return {
		language: 'en',
		direction: 'ltr',
		subject: 'Test mail of Plaudit',
		preview: 'Mail from your server arrives.',
		heading: 'Mail from your server arrives',
		blocks: [
			{ kind: 'text', text: 'An operator asked for this mail on the page of the server.' },
			{ kind: 'small', text: 'If it is in the folder for spam, look at SPF and DKIM of the domain in MAIL_FROM.' },
			{ kind: 'button', label: 'Open the page of the server', href: `${site}/dashboard/instance` },
		],
	}
}
