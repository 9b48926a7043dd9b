import type { Transporter } from 'nodemailer'
import { type Deliver, messageId } from './mail-message.ts'

/**
 * Sends mail by the operator's SMTP server. The library is loaded with the first mail, as most processes never need
 * it.
 */
export function createSmtp(url: string): Deliver {
	let transport: Promise<Transporter> | undefined
	return async (message) => {
		transport ??= connect(url)
		const { id: _, ...mail } = message
		await (await transport).sendMail({ ...mail, messageId: messageId(message) })
	}
}

async function connect(url: string): Promise<Transporter> {
	const { createTransport } = await import('nodemailer')
	const parsed = new URL(url)
	return createTransport({
		host: parsed.hostname.replace(/^\[|\]$/g, ''),
		port: Number(parsed.port) || (parsed.protocol === 'smtps:' ? 465 : 587),
		secure: parsed.protocol === 'smtps:',
		...(parsed.username
			? {
					auth: {
						user: decodeURIComponent(parsed.username),
						pass: decodeURIComponent(parsed.password),
					},
				}
			: {}),
		connectionTimeout: 10_000,
		greetingTimeout: 10_000,
		socketTimeout: 30_000,
		disableFileAccess: true,
		disableUrlAccess: true,
	})
}
