import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '#platform/log.ts'
import { readConfig } from '#server/settings.ts'
import type { MailContent } from './mail-content.ts'
import { MailRefused } from './mail-message.ts'
import { createMailService } from './mail-service.ts'
import { createMailer } from './mailer.ts'

const log = createLog('silent')
const job = {
	template: 'recovery',
	to: 'isla@skerry.example',
	data: {
		email: 'isla@skerry.example',
		code: '482913',
		link: 'https://praise.example/auth/confirm?token_hash=8f2c&type=recovery&redirect_to=https%3A%2F%2Fx',
		device: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
		requestedAt: '2026-11-20T14:06:00.000Z',
	},
}

const plainMail: MailContent = {
	language: 'en',
	direction: 'ltr',
	subject: 'News',
	preview: 'Of Skerry.',
	heading: 'News of Skerry',
	blocks: [{ kind: 'text', text: 'The boats are ready.' }],
}

describe('the outbox', () => {
	let folder: string
	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), 'plaudit-mail-'))
	})
	afterAll(() => rm(folder, { recursive: true }))

	const serviceFor = (env: Record<string, string> = {}) =>
		createMailService(readConfig({ DATA_DIR: folder, SITE_URL: 'https://praise.example', ...env }).config, log)
	const mailerFor = (env: Record<string, string> = {}) => createMailer(serviceFor(env))
	const files = async () => (await readdir(join(folder, 'outbox'))).sort()

	it('the outbox writes each mail as a readable .eml file', async () => {
		await mailerFor()(job)
		const [name = ''] = await files()
		expect(name).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z-isla@skerry\.example\.eml$/)
		const file = await readFile(join(folder, 'outbox', name))
		expect(file.toString()).toContain(job.data.link)
		const mail = await PostalMime.parse(file)
		expect(mail.from).toEqual({ name: 'Plaudit', address: 'plaudit@praise.example' })
		expect(mail.to).toEqual([{ name: '', address: 'isla@skerry.example' }])
		expect(mail.subject).toBe('Choose a new password for Plaudit')
		expect(mail.messageId).toMatch(/^<[\w-]+@praise\.example>$/)
		expect(Math.abs(Date.now() - Date.parse(mail.date ?? ''))).toBeLessThan(60_000)
		expect(mail.text).toContain(job.data.link)
		expect(mail.text).toContain('482913')
		expect(mail.text).toContain('20 November 2026 at 14:06 UTC from Firefox on Linux.')
		expect(mail.html).toContain(job.data.link.replaceAll('&', '&amp;'))
		expect(mail.html).toContain('prefers-color-scheme:dark')
	})

	it('mail goes on with the last readable translations while the files cannot be read', async () => {
		const words = join(folder, 'words')
		const mail = mailerFor({ MAIL_TEMPLATES: words })
		await expect(mail(job)).rejects.toThrow('there is no folder')
		await mkdir(words)
		await mail(job)
	})

	it('sender name, reply address, subject and unsubscribe headers are written unchanged', async () => {
		const subject = 'Ødegård <post@praise.example>'
		const content = { ...plainMail, subject }
		await serviceFor().deliver(content, {
			to: 'ole@skerry.example',
			fromName: 'Skerry, "Kayaks" & Søn <x@evil.example>',
			replyTo: 'Ole Søn <ole@skerry.example>',
			unsubscribe: { url: 'https://praise.example/unsubscribe/4f' },
		})
		const name = (await files()).find((one) => one.endsWith('-ole@skerry.example.eml')) ?? ''
		const mail = await PostalMime.parse(await readFile(join(folder, 'outbox', name)))
		expect(mail.subject).toBe(subject)
		expect(mail.from).toEqual({ name: 'Skerry, "Kayaks" & Søn  x evil.example', address: 'plaudit@praise.example' })
		expect(mail.messageId).toMatch(/@praise\.example>$/)
		expect(mail.replyTo).toEqual([{ name: 'Ole Søn', address: 'ole@skerry.example' }])
		const headerOf = (key: string) => mail.headers.find((header) => header.key === key)?.value
		expect(headerOf('list-unsubscribe')).toBe('<https://praise.example/unsubscribe/4f>')
		expect(headerOf('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
		expect(headerOf('auto-submitted')).toBe('auto-generated')
	})

	it('a sender name imitates no address by wide characters or by another direction', async () => {
		const fromName = 'pay\uff20bank.example \u202emoc.knab\u202c'
		await serviceFor().deliver(plainMail, { to: 'lure@skerry.example', fromName })
		const name = (await files()).find((one) => one.endsWith('-lure@skerry.example.eml')) ?? ''
		const mail = await PostalMime.parse(await readFile(join(folder, 'outbox', name)))
		expect(mail.from).toEqual({ name: 'pay bank.example moc.knab', address: 'plaudit@praise.example' })
	})

	it('two mails of the same millisecond get two files, and no recipient leaves the folder', async () => {
		const mailer = mailerFor({ MAIL_FROM: 'Ødegård & Söhne <post@praise.example>' })
		const before = (await files()).length
		await Promise.all([mailer(job), mailer(job), mailer({ ...job, to: '../../etc/passwd\r\nBcc: x@evil.example' })])
		const written = await files()
		expect(written.length).toBe(before + 3)
		const strange = written.find((name) => name.includes('passwd')) ?? ''
		const mail = await PostalMime.parse(await readFile(join(folder, 'outbox', strange)))
		expect(mail.from?.name).toBe('Ødegård & Söhne')
		expect(mail.bcc).toBeUndefined()
	})

	it('a mail without a template or data is refused', async () => {
		await expect(mailerFor()({ ...job, template: 'greeting' })).rejects.toThrow('no mail named')
		await expect(mailerFor()({ ...job, data: {} })).rejects.toThrow()
	})

	it('user input in a mail is escaped', async () => {
		const email = `"><script>alert(1)</script>@skerry.example`
		await mailerFor()({ ...job, data: { ...job.data, email } })
		const last = (await files()).at(-1) ?? ''
		const mail = await PostalMime.parse(await readFile(join(folder, 'outbox', last)))
		expect(mail.html).not.toContain('<script')
		expect(mail.html).toContain('&lt;script&gt;')
	})
})

describe('sending by SMTP', () => {
	it('a mail is sent by SMTP with both parts', async () => {
		const received: Buffer[] = []
		const server = new SMTPServer({
			authOptional: true,
			disabledCommands: ['STARTTLS'],
			onAuth: ({ username, password }, _, done) =>
				done(username === 'us@er' && password === 'p:w' ? null : new Error('no'), {
					user: 'us@er',
				}),
			allowInsecureAuth: true,
			onData(stream, _, done) {
				const chunks: Buffer[] = []
				stream.on('data', (chunk: Buffer) => chunks.push(chunk))
				stream.on('end', () => {
					received.push(Buffer.concat(chunks))
					done()
				})
			},
		})
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
		const { port } = server.server.address() as AddressInfo
		const env = {
			SMTP_URL: `smtp://us%40er:p%3Aw@127.0.0.1:${port}`,
			MAIL_FROM: 'Plaudit <a@b.example>',
		}
		const mailer = createMailer(createMailService(readConfig(env).config, log))
		await mailer(job)
		const mail = await PostalMime.parse(received[0] ?? '')
		expect(mail.from?.address).toBe('a@b.example')
		expect(mail.text).toContain(job.data.link)
		expect(mail.html).toContain('482913')
		await new Promise<void>((resolve) => server.close(resolve))
		await expect(mailer(job)).rejects.toThrow()
	})

	it.each([
		[550, 'No such person', MailRefused],
		[450, 'Try again later', Error],
	])('an address that the mail server answers with %i is reported as such', async (responseCode, words, kind) => {
		const server = new SMTPServer({
			authOptional: true,
			disabledCommands: ['STARTTLS'],
			onRcptTo: (_, __, done) => done(Object.assign(new Error(words), { responseCode })),
		})
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
		const { port } = server.server.address() as AddressInfo
		const service = createMailService(readConfig({ SMTP_URL: `smtp://127.0.0.1:${port}` }).config, log)
		const refused = await service.deliver(plainMail, { to: 'isla@skerry.example' }).catch((error: Error) => error)
		expect(refused).toBeInstanceOf(kind)
		expect(refused instanceof MailRefused).toBe(responseCode === 550)
		expect(refused).toHaveProperty('response', expect.stringContaining(words))
		await new Promise<void>((resolve) => server.close(resolve))
	})

	it('a refused login is no refusal of the mail', async () => {
		const server = new SMTPServer({
			disabledCommands: ['STARTTLS'],
			allowInsecureAuth: true,
			onAuth: (_, __, done) => done(Object.assign(new Error('Wrong password'), { responseCode: 535 })),
		})
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
		const { port } = server.server.address() as AddressInfo
		const service = createMailService(readConfig({ SMTP_URL: `smtp://a:b@127.0.0.1:${port}` }).config, log)
		const refused = await service.deliver(plainMail, { to: 'isla@skerry.example' }).catch((error: Error) => error)
		expect(refused).not.toBeInstanceOf(MailRefused)
		expect(refused).toHaveProperty('message', expect.stringContaining('Wrong password'))
		await new Promise<void>((resolve) => server.close(resolve))
	})
})
