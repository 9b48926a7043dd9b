import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callAuth } from '#test/support/auth/auth-requests.ts'
import { mailsTo } from '#test/support/outbox.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

const password = 'correct horse battery'
const home = '203.0.113.7'
const settings = { RATE_LIMITS: 'on', MAIL_AUTOCONFIRM: 'off', TRUSTED_PROXIES: '127.0.0.1' }

describe('mails of an installation', () => {
	let app: TestApp
	let lenient: TestApp
	beforeAll(async () => {
		app = await createTestApp(settings)
		const shared = { DATA_DIR: app.deps.config.DATA_DIR, TRUSTED_PROXIES: '127.0.0.1' }
		lenient = await createTestApp(shared, app.database)
		await lenient.stopWorkers()
	})
	let test = 0
	beforeEach(async () => {
		test++
		await asOwner(app.database, 'delete from auth.rate_limits')
	})
	afterAll(async () => {
		await lenient.close()
		await app.close()
	})

	const post = async (path: string, body: object, ip: string, node = app) => {
		const { status, body: answer } = await callAuth(node, 'POST', path, { body, headers: { 'x-forwarded-for': ip } })
		return `${status} ${answer.code ?? ''} ${answer.message ?? ''}`.trim()
	}
	const recover = (email: string, ip: string) => post('/recover', { email }, ip)
	const signUp = (email: string, ip: string, node = app) => post('/signup', { email, password }, ip, node)
	const refused = '429 over_email_send_rate_limit email rate limit exceeded'
	const stranger = (i: number) => `stranger-${test}-${i}@skerry.example`
	/** Signs up new addresses, each from a network of its own, until one is refused. @returns how many were not */
	const flood = async (node = app) => {
		for (let i = 0; ; i++) {
			const answer = await signUp(stranger(i), `198.${test}.${i}.1`, node)
			if (answer !== '200') return [i, answer]
		}
	}
	async function owner(name: string) {
		const { email, id } = await lenient.person(name)
		return { email, id }
	}

	it('requests for unknown addresses use up mails of their network alone', async () => {
		const answers = []
		for (let i = 0; i < 30; i++) answers.push(await recover(stranger(i), `198.51.100.${test}`))
		expect(answers.filter((answer) => answer === '200')).toHaveLength(10)
		expect(answers.at(-1)).toBe(refused)
		// Thirty more from as many networks: everybody else is mailed as before.
		for (let i = 100; i < 130; i++) expect(await recover(stranger(i), `198.52.${i}.1`)).toBe('200')
		expect(await signUp('patient@skerry.example', home)).toBe('200')
		expect(await mailsTo(app, 'patient@skerry.example')).toHaveLength(1)
	})

	it('one network cannot use up what newcomers have', async () => {
		const answers = []
		for (let i = 0; i < 30; i++) answers.push(await signUp(stranger(i), `198.51.100.${test}`))
		expect(answers.filter((answer) => answer === '200')).toHaveLength(10)
		expect(await signUp('newcomer@skerry.example', home)).toBe('200')
	})

	it('an IPv6 site has twice the mails of one of its networks', async () => {
		const answers = []
		for (let i = 0; i < 24; i++) answers.push(await recover(stranger(i), `2001:db8:1:${i}::1`))
		expect(answers.filter((answer) => answer === '200')).toHaveLength(20)
		expect(await recover('nobody@skerry.example', '2001:db8:2::1')).toBe('200')
		expect(await recover('nobody-else@skerry.example', '2001:db8:1:1::2')).toBe(refused)
	})

	it('sign-ups from many networks leave mails for accounts, also from a new network', async () => {
		const { email } = await owner('isla')
		expect(await flood()).toEqual([16, refused])
		expect(await recover(email, home)).toBe('200')
		expect(await mailsTo(app, email)).toHaveLength(1)
	})

	it('an account gets the first mail of an hour even when accounts used up all others', async () => {
		const { email } = await owner('rory')
		await flood()
		for (let i = 0; i < 10; i++) await recover((await owner(`mallory-${i}`)).email, `192.0.2.${i}`)
		for (let i = 0; i < 10; i++) await post('/otp', { email: `mallory-${i}@example.test` }, `192.0.3.${i}`)
		expect(await recover(email, home)).toBe('200')
		expect(await mailsTo(app, email)).toHaveLength(1)
	})

	it('a known network has a share of its own', async () => {
		const { email, id } = await owner('una')
		await flood()
		for (let i = 0; i < 12; i++) {
			await recover((await owner(`trudy-${i}`)).email, `192.0.2.${i}`)
			await asOwner(
				app.database,
				"update auth.rate_limits set tat = tat - interval '1 minute' where tat < now() + interval '61 s'",
			)
		}
		const source = 'network 203.0.113.0/24'
		await asOwner(
			app.database,
			'insert into auth.known_sources (user_id, source) values ($1, $2) on conflict do nothing',
			[id, source],
		)
		for (const path of ['/recover', '/otp', '/recover']) {
			expect(await post(path, { email }, home)).toBe('200')
			await asOwner(
				app.database,
				"update auth.rate_limits set tat = now() - interval '1 minute' where tat < now() + interval '61 s'",
			)
		}
		expect(await mailsTo(app, email)).toHaveLength(3)
	})

	it('no answer tells whether an address has an account once the mails are used up', async () => {
		const { email } = await owner('ewan')
		await flood()
		for (const ask of [
			(address: string, ip: string) => signUp(address, ip),
			(address: string, ip: string) => recover(address, ip),
			(address: string, ip: string) => post('/otp', { email: address }, ip),
			(address: string, ip: string) => post('/resend', { type: 'signup', email: address }, ip),
		])
			for (const turn of [1, 2]) {
				const known = await ask(email, `203.${test}.113.${turn}`)
				expect(withoutSeconds(known)).toBe(
					withoutSeconds(await ask('nobody@skerry.example', `203.${test}.114.${turn}`)),
				)
			}
	})

	it('a sign-up with the address of an account uses up no mail', async () => {
		const { email } = await owner('fia')
		await signUp(email, home)
		expect(await flood()).toEqual([16, refused])
	})

	it('the mails of an hour grow with the accounts', async () => {
		const large = await createTestApp(settings)
		await asOwner(
			large.database,
			`insert into auth.users (email, email_confirmed_at)
			select 'many-' || n || '@example.test', now() from generate_series(1, 400) n`,
		)
		expect(await flood(large)).toEqual([20, refused])
		await large.close()
	})
})

const withoutSeconds = (answer: string) => answer.replace(/\d+ seconds/, 'N seconds')
