import type { Transporter } from 'nodemailer'
import { type Deliver, MailRefused, messageId } from './mail-message.ts'
import { readCertificates } from './smtp-certificates.ts'
import type { SmtpServer } from './smtp-url.ts'

/**
 * Sends mail by the operator's SMTP server. The library is loaded with the first mail, as most processes never need
 * it.
 */
export function createSmtp(server: SmtpServer, caFile?: string): Deliver {
	let transport: Promise<Transporter> | undefined
	return async (message) => {
		transport ??= openSmtpTransport(server, caFile).catch((error) => {
			transport = undefined
			throw error
		})
		const { id: _, about: __, ...mail } = message
		await (await transport).sendMail({ ...mail, messageId: messageId(message) }).catch((error: SmtpError) => {
			throw isRefusal(error) ? new MailRefused(error.response ?? error.message) : error
		})
	}
}

/** Fields that nodemailer sets on its errors. */
export type SmtpError = Error & { code?: string; responseCode?: number; response?: string }

/** Only answers about this message count: a refused login concerns every mail and is for the operator to mend. */
function isRefusal({ code, responseCode = 0 }: SmtpError): boolean {
	return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500
}

/** One line for an operator whose mail server cannot be used. */
export function explainSmtpError({ code = '', message }: SmtpError): string {
	const isUntrusted = code === 'ESOCKET' && /certificate|self.signed/i.test(message)
	const remedy = isUntrusted ? 'Set SMTP_CA_FILE to the certificate of its authority' : 'Check SMTP_URL'
	const failure = code === 'EAUTH' ? 'refuses user or password' : isUntrusted ? 'is not trusted' : 'does not answer'
	return `The mail server ${failure} (${message}). ${remedy}.`
}

/**
 * Prepares connections to a mail server. Where TLS is used, the certificate is checked: by the authorities that the runtime
 * knows, or only by those of a file, which then makes TLS a must.
 * @throws Error when the file cannot be read
 */
export async function openSmtpTransport(
	{ host, port, secure, auth }: SmtpServer,
	caFile?: string,
): Promise<Transporter> {
	const { createTransport } = await import('nodemailer')
	const ca = caFile === undefined ? undefined : await readCertificates(caFile)
	return createTransport({
		host,
		port,
		secure,
		...(auth ? { auth } : {}),
		...(ca ? { requireTLS: true, tls: { ca } } : {}),
		connectionTimeout: 10_000,
		greetingTimeout: 10_000,
		socketTimeout: 30_000,
		disableFileAccess: true,
		disableUrlAccess: true,
	})
}
