import type { Transporter } from 'nodemailer'
import { type Deliver, MailRefused, messageId } from './mail-message.ts'

/**
 * Sends mail by the operator's SMTP server. The library is loaded with the first mail, as most processes never need
 * it.
 */
export function createSmtp(url: string): Deliver {
	let transport: Promise<Transporter> | undefined
	return async (message) => {
		transport ??= connect(url)
		const { id: _, about: __, ...mail } = message
		await (await transport).sendMail({ ...mail, messageId: messageId(message) }).catch((error: SmtpError) => {
			throw isRefusal(error) ? new MailRefused(error.response ?? error.message) : error
		})
	}
}

/** Fields that nodemailer sets on its errors. */
type SmtpError = Error & { code?: string; responseCode?: number; response?: string }

/** Only answers about this message count: a refused login concerns every mail and is for the operator to mend. */
function isRefusal({ code, responseCode = 0 }: SmtpError): boolean {
	return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500
}

async function connect(url: string): Promise<Transporter> {
	const { createTransport } = await import('nodemailer')
	const { hostname, port, protocol, username, password } = new URL(url)
	const secure = protocol === 'smtps:'
	const auth = username && { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
	return createTransport({
		host: hostname.replace(/^\[|\]$/g, ''),
		port: Number(port) || (secure ? 465 : 587),
		secure,
		...(auth ? { auth } : {}),
		connectionTimeout: 10_000,
		greetingTimeout: 10_000,
		socketTimeout: 30_000,
		disableFileAccess: true,
		disableUrlAccess: true,
	})
}
