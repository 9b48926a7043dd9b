import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A mail server for tests, over real SMTP. */
export type SmtpServer = {
	/** Value for SMTP_URL. */
	url: string
	received: Email[]
	/** Mails that were answered with 451. */
	deferred: Email[]
	/** Number of mails to defer (451) before the next is accepted. */
	deferCount: number
	/** Words of the refusal for good (550), by recipient. */
	refused: Map<string, string>
	/** Recipients whose mails are accepted only when they are released. */
	stalled: Set<string>
	release(): void
	/** Awaited before a mail is accepted, for a slow server. */
	hold: () => Promise<unknown>
	close(): Promise<void>
}

export async function startSmtpServer(port = 0): Promise<SmtpServer> {
	const waiting: (() => void)[] = []
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ['STARTTLS'],
		onRcptTo({ address }, _, done) {
			const words = mails.refused.get(address)
			done(words === undefined ? null : Object.assign(new Error(words), { responseCode: 550 }))
		},
		onData(stream, session, done) {
			const chunks: Buffer[] = []
			stream.on('data', (chunk: Buffer) => chunks.push(chunk))
			stream.on('end', async () => {
				if (session.envelope.rcptTo.some(({ address }) => mails.stalled.has(address)))
					await new Promise<void>((resolve) => waiting.push(resolve))
				const mail = await PostalMime.parse(Buffer.concat(chunks))
				await mails.hold()
				if (mails.deferCount > 0) {
					mails.deferCount--
					mails.deferred.push(mail)
					return done(Object.assign(new Error('try again later'), { responseCode: 451 }))
				}
				mails.received.push(mail)
				done()
			})
		},
	})
	server.on('error', () => {})
	await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
	const { port: actualPort } = server.server.address() as AddressInfo
	const mails: SmtpServer = {
		url: `smtp://127.0.0.1:${actualPort}`,
		received: [],
		deferred: [],
		deferCount: 0,
		refused: new Map(),
		stalled: new Set(),
		release() {
			for (const resolve of waiting.splice(0)) resolve()
		},
		hold: async () => {},
		close: () => new Promise((resolve) => server.close(() => resolve())),
	}
	return mails
}
