import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A mail server of our own, which real SMTP reaches. */
export type MailServer = {
	/** For SMTP_URL. */
	url: string
	received: Email[]
	/** How many mails are refused for the moment (451), before the next is taken. */
	refusing: number
	close(): Promise<void>
}

export async function startMailServer(): Promise<MailServer> {
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ['STARTTLS'],
		onData(stream, _, done) {
			const chunks: Buffer[] = []
			stream.on('data', (chunk: Buffer) => chunks.push(chunk))
			stream.on('end', async () => {
				const mail = await PostalMime.parse(Buffer.concat(chunks))
				if (mails.refusing > 0) {
					mails.refusing--
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
	const mails: MailServer = {
		url: `smtp://127.0.0.1:${port}`,
		received: [],
		refusing: 0,
		close: () => new Promise((resolve) => server.close(() => resolve())),
	}
	return mails
}
