import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AuthResponse, callAuth } from '#test/support/auth/auth-requests.ts'
import { lastMailTo } from '#test/support/outbox.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

type Side = 'current' | 'new'
type Use = (link: AuthResponse['body'], address: string) => Promise<AuthResponse>

describe('a change of address', () => {
	let app: TestApp
	let person: Awaited<ReturnType<TestApp['person']>>
	let wanted: string
	beforeAll(async () => {
		app = await createTestApp()
	})
	afterAll(() => app.close())
	beforeEach(async () => {
		person = await app.person()
		wanted = `next-${person.email}`
	})

	/** A link made by an administrator. */
	async function make(side: Side, new_email = wanted) {
		const { status, body } = await callAuth(app, 'POST', '/admin/generate_link', {
			bearer: app.deps.keys.serviceRoleKey,
			body: { type: `email_change_${side}`, email: person.email, new_email },
		})
		expect(status).toBe(200)
		return body
	}
	const verify = (body: object) => callAuth(app, 'POST', '/verify', { body: { type: 'email_change', ...body } })
	const byLink: Use = ({ hashed_token: token_hash }) => verify({ token_hash })
	const byCode: Use = ({ email_otp: token }, email) => verify({ token, email })
	const byMail = async (address: string) => verify({ token_hash: (await lastMailTo(app, address)).tokenHash })
	const account = async () => {
		const [row] = await asOwner<Record<string, unknown>>(
			app.database,
			'select email, email_proven, email_change from auth.users where id = $1',
			[person.id],
		)
		return row
	}
	const stays = async () => expect((await account())?.email).toBe(person.email)
	const moves = async (to = wanted) =>
		expect(await account()).toEqual({ email: to, email_proven: true, email_change: null })

	describe.each<[string, Use]>([
		['link', byLink],
		['code', byCode],
	])('by %s', (_, use) => {
		it.each<[Side, Side]>([
			['current', 'new'],
			['new', 'current'],
		])('ends with the second agreement when the %s address agrees first', async (first, second) => {
			const address = { current: person.email, new: wanted }
			const links = { current: await make('current'), new: await make('new') }
			expect((await use(links[first], address[first])).body.code).toBe('200')
			await stays()
			expect((await use(links[second], address[second])).body.user.email).toBe(wanted)
			await moves()
		})

		it.each<[Side, Side]>([
			['current', 'new'],
			['new', 'current'],
		])('is not ended by the %s address alone, and ends once the %s one agreed too', async (first, second) => {
			const address = { current: person.email, new: wanted }
			expect((await use(await make(first), address[first])).body.code).toBe('200')
			await stays()
			expect((await use(await make(first), address[first])).body.code).toBe('200')
			await stays()
			expect((await use(await make(second), address[second])).status).toBe(200)
			await moves()
		})
	})

	it('a change of address does not take an agreement to one address for another address', async () => {
		const victim = `victim-${person.email}`
		expect((await byLink(await make('new'), wanted)).body.code).toBe('200')
		expect((await byLink(await make('current', victim), person.email)).body.code).toBe('200')
		await stays()
		expect((await byLink(await make('current'), person.email)).body.code).toBe('200')
		await stays()
	})

	it('a change of address invalidates links of an earlier change', async () => {
		const older = await make('new')
		await make('new', `other-${person.email}`)
		expect((await byLink(older, wanted)).body.code).toBe('otp_expired')
		await stays()
	})

	it('a confirmation of a change of address expires after a day', async () => {
		for (const [first, second] of [
			['current', 'new'],
			['new', 'current'],
		] as const) {
			expect((await byLink(await make(first), '')).body.code).toBe('200')
			await asOwner(
				app.database,
				`update auth.users set email_change_current_agreed_at = email_change_current_agreed_at - interval '25 hours',
					email_change_new_agreed_at = email_change_new_agreed_at - interval '25 hours' where id = $1`,
				[person.id],
			)
			expect((await byLink(await make(second), '')).body.code).toBe('200')
			await stays()
			await asOwner(app.database, 'update auth.users set email_change = null where id = $1', [person.id])
		}
	})

	it('a change of address is not ended by an expired link of the other side', async () => {
		const links = { current: await make('current'), new: await make('new') }
		await byLink(links.current, '')
		await asOwner(app.database, 'update auth.one_time_tokens set expires_at = now() where user_id = $1', [person.id])
		expect((await byLink(links.new, '')).body.code).toBe('otp_expired')
		await stays()
	})

	it('cancelling a change of address drops its confirmations', async () => {
		await byLink(await make('new'), '')
		await person.client.rpc('cancel_email_change')
		expect((await byLink(await make('current'), '')).body.code).toBe('200')
		await stays()
	})

	it('a change of address accepts links of mails and of an administrator', async () => {
		await person.client.auth.updateUser({ email: wanted })
		expect((await byMail(wanted)).body.code).toBe('200')
		expect((await byLink(await make('current'), '')).body.user.email).toBe(wanted)
		await moves()
	})

	it('a change of address asks both sides again when the person asks again, or has the mails sent again', async () => {
		const agreeing = async () => {
			expect((await byLink(await make('current'), '')).body.code).toBe('200')
		}
		await agreeing()
		await person.client.auth.updateUser({ email: wanted })
		expect((await byMail(wanted)).body.code).toBe('200')
		await stays()
		await person.client.auth.resend({ type: 'email_change', email: person.email })
		expect((await byMail(person.email)).body.code).toBe('200')
		await stays()
		expect((await byMail(wanted)).body.user.email).toBe(wanted)
	})

	it('a change of address keeps nothing agreed when the person asks for another address', async () => {
		const victim = `victim-${person.email}`
		await byLink(await make('new'), '')
		await person.client.auth.updateUser({ email: victim })
		expect((await byMail(person.email)).body.code).toBe('200')
		await stays()
	})

	it('a change of address completes once when both links are used concurrently', async () => {
		const links = [await make('current'), await make('new')]
		const answers = await Promise.all(links.map((link) => byLink(link, '')))
		expect(answers.map(({ body }) => body.code ?? body.user.email).sort()).toEqual(['200', wanted])
		await moves()
	})

	it('a change of address waits for the other side when a link is followed in a browser', async () => {
		const follow = async (side: Side) => {
			const { pathname, search } = new URL((await make(side)).action_link)
			const path = pathname.replace('/auth/v1', '') + search
			const { status, headers } = await callAuth(app, 'GET', path, { headers: { apikey: '' } })
			expect(status).toBe(303)
			return new URLSearchParams(headers.get('location')?.split('#')[1])
		}
		expect((await follow('current')).get('message')).toMatch(/^Confirmation link accepted/)
		await stays()
		expect((await follow('new')).get('access_token')).toMatch(/^ey/)
		await moves()
	})

	it('a change of address needs the new address, and it alone, where the present one is not asked', async () => {
		const simple = await createTestApp({ SECURE_EMAIL_CHANGE: 'off' }, app.database)
		const current = await make('current')
		const spend = (token_hash: string) =>
			callAuth(simple, 'POST', '/verify', { body: { type: 'email_change', token_hash } })
		expect((await spend(current.hashed_token)).body.code).toBe('200')
		await stays()
		expect((await spend((await make('new')).hashed_token)).status).toBe(200)
		await moves()
		await simple.close()
	})
})
