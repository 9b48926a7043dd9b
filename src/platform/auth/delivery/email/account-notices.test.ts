import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type SmtpServer, startSmtpServer } from '#test/fakes/smtp-server.ts'
import { callAuth } from '#test/support/auth/auth-requests.ts'
import { lastMailTo, mailsTo } from '#test/support/outbox.ts'
import { runDueJobs } from '#test/support/run-due-jobs.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

const password = 'correct horse battery'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const safari =
	'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'

describe('account notices', () => {
	let app: TestApp
	beforeAll(async () => {
		app = await createTestApp({ MAIL_NOTICES: 'on', TRUSTED_PROXIES: '127.0.0.1' })
	})
	afterAll(() => app.close())

	const subjectsTo = async (email: string) => (await mailsTo(app, email)).map(({ subject }) => subject)

	it('users get a notice of a new password, in the language that they chose', async () => {
		const { client, email } = await app.person()
		await client.auth.updateUser({ data: { locale: 'de-AT' } })
		await client.auth.updateUser({ password: 'another good one' })
		const mail = await lastMailTo(app, email)
		expect(mail.subject).toBe('Ihr Passwort für Plaudit wurde geändert')
		expect(mail.text).toContain(email)
		expect(mail.text).toContain(`${app.url}/auth`)
		expect(mail.html).toContain('<html lang="de" dir="ltr">')
	})

	it('the former address gets a notice of a new address', async () => {
		const { client, email } = await app.person()
		const next = `next-${email}`
		await client.auth.updateUser({ email: next })
		for (const address of [next, email]) {
			const { tokenHash } = await lastMailTo(app, address)
			await callAuth(app, 'POST', '/verify', {
				body: { type: 'email_change', token_hash: tokenHash },
			})
		}
		const mail = await lastMailTo(app, email)
		expect(mail.subject).toBe('Your Plaudit account has a new address')
		expect(mail.text?.replaceAll('\n', ' ')).toContain(`The account that was ${email} is ${next} since`)
		expect(await subjectsTo(next)).toHaveLength(1)
	})

	it('users get a notice of a sign-in from a new place, except the first one', async () => {
		const { email } = await app.person()
		const signIn = (from: string, agent: string) =>
			callAuth(app, 'POST', '/token?grant_type=password', {
				body: { email, password },
				headers: { 'x-forwarded-for': from, 'user-agent': agent, 'accept-language': 'fr' },
			})
		const noticesSent = async () =>
			(await subjectsTo(email)).filter((s) => s === 'Une nouvelle connexion à votre compte Plaudit')
		await signIn('203.0.113.5', firefox)
		expect(await noticesSent()).toHaveLength(1)
		await signIn('203.0.113.99', safari)
		await signIn('203.0.77.1', firefox)
		expect(await noticesSent()).toHaveLength(1)
		await signIn('198.51.100.1', firefox)
		expect(await noticesSent()).toHaveLength(2)
		await signIn('198.51.100.1', firefox)
		expect(await noticesSent()).toHaveLength(2)
		const wrong = await callAuth(app, 'POST', '/token?grant_type=password', {
			body: { email, password: 'not this one' },
			headers: { 'x-forwarded-for': '192.0.2.1' },
		})
		expect(wrong.status).toBe(400)
		expect(await noticesSent()).toHaveLength(2)
		const jobs = await asOwner(app.database, "select from plaudit.jobs where kind = 'new-device'")
		expect(jobs).toHaveLength(0)
	})

	it('users get no notice without SMTP or when notices are off', async () => {
		const quiet = await createTestApp()
		const some = await createTestApp({ MAIL_NOTICES: 'email_changed new_device' })
		for (const node of [quiet, some]) {
			const { client, email } = await node.person()
			await client.auth.updateUser({ password: 'another good one' })
			expect(await mailsTo(node, email)).toHaveLength(0)
			await node.close()
		}
		await expect(createTestApp({ MAIL_NOTICES: 'everything' })).rejects.toThrow(
			'MAIL_NOTICES: on, off, or some of password_changed',
		)
	})
})

describe('mails through an SMTP server', () => {
	let server: SmtpServer
	let app: TestApp
	beforeAll(async () => {
		server = await startSmtpServer()
		// A failed attempt is repeated when a test says so: a poll would interfere with a slow one.
		vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
		app = await createTestApp({ SMTP_URL: server.url, MAIL_AUTOCONFIRM: 'off' })
	})
	afterAll(async () => {
		await app.close()
		vi.useRealTimers()
		await server.close()
	})
	const signUp = (email: string, headers: Record<string, string>, data = {}) =>
		callAuth(app, 'POST', '/signup', { body: { email, password, data }, headers })
	const mailTo = async (email: string) => {
		await app.deps.jobs.idle()
		const mail = server.received.find(({ to }) => to?.some(({ address }) => address === email))
		if (!mail) throw new Error(`no mail to ${email}`)
		return mail
	}

	it('mails are in the language of the requesting browser, or the one that the recipient chose', async () => {
		await signUp('ar@skerry.example', { 'accept-language': 'ar-EG,ar;q=0.9,en;q=0.5' })
		const arabic = await mailTo('ar@skerry.example')
		expect(arabic.subject).toBe('أكّد عنوانك في Plaudit')
		expect(arabic.html).toContain('<html lang="ar" dir="rtl">')
		await signUp('es@skerry.example', { 'accept-language': 'de' }, { locale: 'es' })
		expect((await mailTo('es@skerry.example')).subject).toBe('Confirme su dirección para Plaudit')
	})

	it('mails are retried while the SMTP server is busy, and arrive once with one Message-ID', async () => {
		server.deferCount = 2
		expect((await signUp('patient@skerry.example', {})).status).toBe(200)
		const later = async () => {
			await asOwner(app.database, "update plaudit.jobs set run_at = now() where kind = 'mail'")
			await runDueJobs(app.deps)
		}
		await app.deps.jobs.idle()
		const failures = await asOwner<{ attempts: number; last_error: string; pause: number }>(
			app.database,
			`select attempts, last_error, extract(epoch from run_at - now())::float as pause
			from plaudit.jobs where kind = 'mail'`,
		)
		expect(failures).toMatchObject([{ attempts: 1 }])
		// Codes and links are encrypted while their mail is queued.
		const [waiting] = await asOwner<{ payload: string }>(
			app.database,
			"select payload::text from plaudit.jobs where kind = 'mail'",
		)
		expect(waiting?.payload).toContain('patient@skerry.example')
		expect(waiting?.payload).not.toMatch(/token_hash|"code"|\b\d{6}\b/)
		expect(failures[0]?.last_error).toContain('try again later')
		expect(failures[0]?.pause).toBeGreaterThan(0)
		await later()
		await later()
		const mail = await mailTo('patient@skerry.example')
		expect(mail.messageId).toMatch(/^<[\w-]{36}@localhost>$/)
		const rows = await asOwner(app.database, "select from plaudit.jobs where kind = 'mail'")
		expect(rows).toHaveLength(0)
		const all = server.received.filter(({ messageId }) => messageId === mail.messageId)
		expect(all).toHaveLength(1)
	})
})
