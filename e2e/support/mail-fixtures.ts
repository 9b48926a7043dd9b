import { type SmtpServer, startSmtpServer } from '#test/fakes/smtp-server.ts'
import { startServer } from '#test/support/server-process.ts'
import { test as base, expect } from './fixtures.ts'

type MailFixtures = { smtp: SmtpServer }

/** The same fixtures with a server that sends by SMTP, to the mail server `smtp`. */
export const test = base.extend<object, MailFixtures>({
	smtp: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from this pattern.
		async ({}, use) => {
			const smtp = await startSmtpServer()
			await use(smtp)
			await smtp.close()
		},
		{ scope: 'worker' },
	],
	server: [
		async ({ smtp }, use) => {
			const server = await startServer({ RATE_LIMITS: 'off', SMTP_URL: smtp.url, MAIL_AUTOCONFIRM: 'on' })
			await use(server)
			await server.stop()
		},
		{ scope: 'worker' },
	],
})

/** Waits for the one mail to an address. */
export async function mailAt(smtp: SmtpServer, address: string) {
	const isHere = ({ to }: SmtpServer['received'][number]) => to?.some((recipient) => recipient.address === address)
	await expect.poll(() => smtp.received.filter(isHere).length).toBe(1)
	const mail = smtp.received.find(isHere)
	if (!mail) throw new Error(`no mail to ${address}`)
	return mail
}

export { expect }
