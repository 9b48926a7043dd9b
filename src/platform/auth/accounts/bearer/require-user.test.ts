import { createHmac, generateKeyPairSync, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signToken } from '#platform/keys/jwt.ts'
import { callAuth, errorParts } from '#test/support/auth/auth-requests.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

const unverified = 'invalid JWT: unable to parse or verify signature, '

describe('the bearer token of a user endpoint', () => {
	let app: TestApp
	let person: Awaited<ReturnType<TestApp['person']>>
	beforeAll(async () => {
		app = await createTestApp()
		person = await app.person('isla')
	})
	afterAll(() => app.close())

	const getUser = (bearer?: string) => callAuth(app, 'GET', '/user', bearer === undefined ? {} : { bearer })
	const claimsOf = (jwt: string) => JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString())
	const signed = (change: Record<string, unknown>, key = app.deps.keys.signing) =>
		signToken({ ...claimsOf(person.token), ...change }, key)
	const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

	it('the bearer token of a user endpoint is needed, and well formed', async () => {
		const missing = [401, 'no_authorization', 'This endpoint requires a valid Bearer token']
		expect(errorParts(await getUser())).toEqual(missing)
		for (const authorization of ['Basic abc', 'Bearer', 'Bearer a b'])
			expect(errorParts(await callAuth(app, 'GET', '/user', { headers: { authorization } }))).toEqual(missing)
		const lower = await callAuth(app, 'GET', '/user', {
			headers: { authorization: `bearer ${person.token}` },
		})
		expect(lower.status).toBe(200)
	})

	it('the bearer token of a user endpoint is refused when expired, with 403 and the reason', async () => {
		const past = Math.floor(Date.now() / 1000) - 1
		expect(errorParts(await getUser(signed({ exp: past })))).toEqual([403, 'bad_jwt', `${unverified}token is expired`])
	})

	it('the bearer token of a user endpoint is refused when forged: another key, no algorithm, our public key as a secret, an unknown kid', async () => {
		const { keys } = app.deps
		const claims = claimsOf(person.token)
		const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
		const none = `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`
		const head = encode({ alg: 'HS256', typ: 'JWT', kid: keys.signing.kid })
		const publicKey = JSON.stringify(keys.publicJwks.keys[0])
		const confused = createHmac('sha256', publicKey).update(`${head}.${encode(claims)}`)
		const forgeries = [
			signed({}, { ...keys.signing, key: privateKey }),
			signed({}, { ...keys.signing, kid: randomUUID() }),
			signed({}, { ...keys.signing, kid: '../../keys.json' }),
			none,
			`${none}AAAA`,
			`${head}.${encode(claims)}.${confused.digest('base64url')}`,
			`${person.token.slice(0, -4)}AAAA`,
			`${person.token}.extra`,
			'x'.repeat(20_000),
			'garbage',
			'sb_publishable_nothing',
		]
		for (const forgery of forgeries) {
			const [status, code, message] = errorParts(await getUser(forgery))
			expect([status, code]).toEqual([403, 'bad_jwt'])
			expect(message).toContain(unverified)
		}
	})

	it('the bearer token of a user endpoint must name a user and a session as the contract wants them', async () => {
		expect(errorParts(await getUser(app.deps.keys.anonKey))).toEqual([
			403,
			'bad_jwt',
			'invalid claim: missing sub claim',
		])
		expect(errorParts(await getUser(signed({ sub: 'isla' })))).toEqual([
			400,
			'bad_jwt',
			'invalid claim: sub claim must be a UUID',
		])
		expect(errorParts(await getUser(signed({ session_id: 'one' })))).toEqual([
			403,
			'bad_jwt',
			'invalid claim: session_id claim must be a UUID',
		])
		expect(errorParts(await getUser(signed({ sub: randomUUID() })))).toEqual([
			403,
			'user_not_found',
			'User from sub claim in JWT does not exist',
		])
		expect(errorParts(await getUser(signed({ session_id: randomUUID() })))).toEqual([
			403,
			'session_not_found',
			'Session from session_id claim in JWT does not exist',
		])
		const other = await app.person()
		const borrowed = signed({ sub: other.id })
		expect((await getUser(borrowed)).body.code).toBe('session_not_found')
	})

	it('the bearer token of a user endpoint may name no session at all', async () => {
		const { session_id: _, ...claims } = claimsOf(person.token)
		const answer = await getUser(signToken(claims, app.deps.keys.signing))
		expect(answer.body.id).toBe(person.id)
	})

	it('the bearer token of a user endpoint is refused while its user is banned', async () => {
		const { id, token } = await app.person()
		const ban = "update auth.users set banned_until = now() + interval '1 hour' where id = $1"
		await asOwner(app.database, ban, [id])
		expect(errorParts(await getUser(token))).toEqual([403, 'user_banned', 'User is banned'])
	})

	it('the bearer token of a user endpoint must be meant for the audience that the request names', async () => {
		const answer = await callAuth(app, 'GET', '/user', {
			bearer: person.token,
			headers: { 'x-jwt-aud': 'somebody else' },
		})
		expect(errorParts(answer)).toEqual([400, 'validation_failed', "Token audience doesn't match request audience"])
	})
})
