import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAuthenticator } from '#test/fakes/authenticator.ts'
import { callAuth } from '#test/support/auth/auth-requests.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const refusals = ['webauthn_verification_failed', 'validation_failed']

describe('a hostile credential', () => {
	let app: TestApp
	let token: string
	beforeAll(async () => {
		app = await createTestApp()
		token = (await app.person()).token
	})
	afterAll(() => app.close())
	const post = (path: string, body: unknown) => callAuth(app, 'POST', `/passkeys/${path}`, { body, bearer: token })

	/** Answers a fresh challenge with an honest answer of which one part is replaced. */
	async function bend(ceremony: 'registration' | 'authentication', part: string, value: unknown) {
		const { challenge_id, options } = (await post(`${ceremony}/options`, {})).body
		const key = createAuthenticator(app.url)
		const made = key.create({ ...options, rp: { id: 'localhost' }, user: { id: 'x' } }).toJSON()
		const honest = ceremony === 'registration' ? made : key.get(options).toJSON()
		const [name = '', inner] = part.split('.')
		const credential = inner ? { ...honest, [name]: { ...honest[name], [inner]: value } } : { ...honest, [name]: value }
		return post(`${ceremony}/verify`, { challenge_id, credential })
	}

	const bytes = (text: Uint8Array) => Buffer.from(text).toString('base64url')
	const hostile: [string, unknown][] = [
		['lists in lists without end', bytes(new Uint8Array(40_000).fill(0x81))],
		['maps in maps without end', bytes(Buffer.from('a100'.repeat(10_000), 'hex'))],
		['a length of four billion', bytes(Buffer.from('5affffffff', 'hex'))],
		['a list of four billion', bytes(Buffer.from('9affffffff', 'hex'))],
		['nothing', ''],
		['no base64', '%%%%'],
		['a number', 7],
		['an object', { length: 5 }],
		['a list', ['x']],
		['null', null],
	]
	const parts = {
		registration: [
			'id',
			'rawId',
			'type',
			'response',
			'response.attestationObject',
			'response.clientDataJSON',
			'response.transports',
		],
		authentication: [
			'id',
			'rawId',
			'type',
			'response',
			'response.authenticatorData',
			'response.clientDataJSON',
			'response.signature',
			'response.userHandle',
		],
	} as const
	const cases = (['registration', 'authentication'] as const).flatMap((ceremony) =>
		parts[ceremony].flatMap((part) => hostile.map(([what, value]) => [ceremony, part, what, value] as const)),
	)

	it('a hostile credential is refused with a known code', async () => {
		const odd: unknown[] = []
		for (const [ceremony, part, what, value] of cases) {
			const { status, body } = await bend(ceremony, part, value)
			// Transports are no secret, so any list of them is accepted.
			const isHarmless = part === 'response.transports' && status === 200
			if (!isHarmless && !(status === 400 && refusals.includes(body.code)))
				odd.push([ceremony, part, what, status, body])
		}
		expect(odd).toEqual([])
	})

	it('a hostile credential with invented bytes is refused with a known code', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.constantFrom('response.attestationObject', 'response.clientDataJSON'),
				fc.uint8Array({ maxLength: 300 }),
				async (part, made) => {
					const { status, body } = await bend('registration', part, bytes(made))
					expect([status, body.code]).toEqual([400, 'webauthn_verification_failed'])
				},
			),
			{ numRuns: 60 },
		)
	})
})
