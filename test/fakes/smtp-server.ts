import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A mail server for tests, over real SMTP. */
export type SmtpServer = {
	/** Value for SMTP_URL. */
	url: string
	received: Email[]
	/** Number of mails to defer (451) before the next is accepted. */
	deferCount: number
	close(): Promise<void>
}

export async function startSmtpServer(): Promise<SmtpServer> {
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ['STARTTLS'],
		onData(stream, _, done) {
			const chunks: Buffer[] = []
			stream.on('data', (chunk: Buffer) => chunks.push(chunk))
			stream.on('end', async () => {
				const mail = await PostalMime.parse(Buffer.concat(chunks))
				if (mails.deferCount > 0) {
					mails.deferCount--
					return done(Object.assign(new Error('try again later'), { responseCode: 451 }))
				}
				mails.received.push(mail)
				done()
			})
		},
	})
	server.on('error', () => {})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	const { port } = server.server.address() as AddressInfo
	const mails: SmtpServer = {
		url: `smtp://127.0.0.1:${port}`,
		received: [],
		deferCount: 0,
		close: () => new Promise((resolve) => server.close(() => resolve())),
	}
	return mails
}
