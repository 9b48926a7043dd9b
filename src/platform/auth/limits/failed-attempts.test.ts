import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPasswords } from '#platform/auth/accounts/passwords/password-hash.ts'
import { type GuessedNode, guessFromAddresses, openGuessedNode } from '#test/support/auth/guessed-node.ts'
import { lastMailTo } from '#test/support/outbox.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

const password = 'five days of paddling'
const home = '198.51.100.7'

describe('guessing', () => {
	let app: TestApp
	let nodes: GuessedNode[]
	beforeAll(async () => {
		app = await createTestApp({ RATE_LIMITS: 'on', MAILS_PER_HOUR: '1000' })
		nodes = [openGuessedNode(app), openGuessedNode(app), openGuessedNode(app)]
	})
	afterAll(() => app.close())

	const node = (index = 0) => nodes[index % nodes.length] as GuessedNode
	async function makePerson(name: string) {
		const email = `${name}@skerry.example`
		await app.admin().auth.admin.createUser({ email, password, email_confirm: true })
		expect((await node().signIn(email, password, home)).status).toBe(200)
		return email
	}
	const age = (interval: string) =>
		asOwner(app.database, 'update auth.guesses set free_at = free_at - $1::interval, since = since - $1::interval', [
			interval,
		])

	/** Every pause lasts an hour more: a slow machine must not sleep through one that is about to be met. */
	const lengthen = () => age('-1 hour')
	const shorten = () => age('1 hour')

	it('guessing 1,000 times from 50 addresses never locks the owner out', async () => {
		const email = await makePerson('isla')
		const { refused, wrong, right, owner, hashes } = await guessFromAddresses(nodes, email, password, 50)
		expect([refused + wrong, right, owner]).toEqual([1000, 0, 20])
		expect(hashes - owner).toBe(wrong)
		expect(wrong).toBeLessThanOrEqual(20)
	})

	it('guessing from unknown networks is limited to forty attempts a day, on all nodes together', async () => {
		const email = await makePerson('rory')
		let looked = 0
		for (let i = 0; i < 120; i++) {
			const { status } = (await nodes[i % 3]?.signIn(email, `guess ${i}`, `172.16.${i}.1`)) ?? {}
			if (status === 400) looked++
			// Five minutes later, the longest pause; a new node has no cached pauses.
			await age('5 minutes')
		}
		expect(looked).toBe(40)
		expect((await node().signIn(email, password, '172.17.0.1')).status).toBe(429)
		expect((await node().signIn(email, password, home)).status).toBe(200)
		await age('1 day')
		expect((await node().signIn(email, password, '172.18.0.1')).status).toBe(200)
	})

	it('guessing gets slower step by step, and a right password resets it', async () => {
		const email = await makePerson('una')
		const from = '172.20.0.1'
		const statuses: number[] = []
		for (let i = 0; i < 6; i++) {
			if (i === 5) await lengthen()
			statuses.push((await node(i).signIn(email, `guess ${i}`, from)).status)
		}
		expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
		const { headers, body } = await node(1).signIn(email, 'guess', from)
		expect([body.code, body.message]).toEqual(['over_request_rate_limit', 'Request rate limit reached'])
		expect(Number(headers.get('retry-after'))).toBeGreaterThan(3000)
		await shorten()
		await age('2 seconds')
		const fresh = openGuessedNode(app)
		expect((await fresh.signIn(email, 'guess', from)).status).toBe(400)
		await lengthen()
		expect((await fresh.signIn(email, password, from)).status).toBe(429)
		await shorten()
		await age('3 seconds')
		expect((await openGuessedNode(app).signIn(email, password, from)).status).toBe(200)
		for (let i = 0; i < 5; i++) expect((await openGuessedNode(app).signIn(email, `guess ${i}`, from)).status).toBe(400)
		const ladder = await asOwner<{ pause: number }>(
			app.database,
			'select auth.pause_after(n, 5) as pause from generate_series(4, 16) n',
		)
		expect(ladder.map(({ pause }) => Number(pause))).toEqual([...[0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300]])
	})

	it('a right password is no failed attempt, even if the address is unconfirmed or the user banned', async () => {
		const email = 'fia@skerry.example'
		const admin = app.admin().auth.admin
		const { data } = await admin.createUser({ email, password })
		const id = data.user?.id ?? ''
		for (const [change, code] of [
			[{}, 'email_not_confirmed'],
			[{ email_confirm: true, ban_duration: '1h' }, 'user_banned'],
		] as const) {
			await admin.updateUserById(id, change)
			for (let i = 0; i < 7; i++) expect((await node(i).signIn(email, password, '172.23.0.1')).body.code).toBe(code)
		}
		await admin.updateUserById(id, { ban_duration: 'none' })
		expect((await node().signIn(email, password, '172.23.0.1')).status).toBe(200)
	})

	it('an attempt that was not evaluated does not count', async () => {
		const email = await makePerson('tavish')
		const busy = openGuessedNode(app, createPasswords({ running: 0, waiting: 0 }))
		for (const from of ['172.24.0.1', home])
			for (let i = 0; i < 12; i++) expect((await busy.signIn(email, `guess ${i}`, from)).body.code).toBe('server_busy')
		for (const from of ['172.24.0.1', home]) {
			for (let i = 0; i < 4; i++) expect((await node().signIn(email, `guess ${i}`, from)).status).toBe(400)
			expect((await node().signIn(email, password, from)).status).toBe(200)
		}
	})

	it('guessing at an address that nobody has looks the same', async () => {
		const statuses: number[] = []
		for (let i = 0; i < 7; i++) {
			if (i === 5) await lengthen()
			statuses.push((await node().signIn('nobody@skerry.example', 'x', '172.21.0.1')).status)
		}
		expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429])
	})

	it('guessing a code is counted for the code and for the account', async () => {
		const email = await makePerson('ewan')
		await node().post('/otp', { email }, home)
		const { code, tokenHash } = await lastMailTo(app, email)
		const verify = (token: string, from: string) => node().post('/verify', { type: 'email', email, token }, from)
		const wrong = code === '000000' ? '111111' : '000000'
		for (let i = 0; i < 5; i++) expect((await verify(wrong, '172.22.0.1')).status).toBe(403)
		await lengthen()
		expect((await verify(wrong, '172.22.0.1')).status).toBe(429)
		expect((await verify(code, '172.22.0.1')).status).toBe(429)
		for (let i = 0; i < 5; i++) expect((await verify(wrong, home)).status).toBe(403)
		// Ten wrong guesses ended the code, wherever they came from; the link cannot be guessed and lives.
		expect((await verify(code, home)).status).toBe(403)
		const link = { type: 'email', token_hash: tokenHash }
		expect((await node().post('/verify', link, '172.22.0.1')).status).toBe(200)
	})

	it('guessing stores no address', async () => {
		const rows = await asOwner<{ key: string }>(app.database, 'select key from auth.guesses')
		expect(rows.length).toBeGreaterThan(100)
		for (const { key } of rows) expect(key).toMatch(/^[\w-]{43}$/)
	})
})
