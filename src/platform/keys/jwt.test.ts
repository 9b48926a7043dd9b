import { createHmac, createSign, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { apiKeyFingerprint } from './api-keys.ts'
import { verificationKey } from './jwk.ts'
import { createVerifier, signToken, TokenError } from './jwt.ts'

const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const foreign = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const signing = (key: KeyObject, kid = 'one') => ({ kid, alg: 'ES256' as const, key })
const publicJwk = {
	...pair.publicKey.export({ format: 'jwk' }),
	kty: 'EC',
	kid: 'one',
	alg: 'ES256',
	state: 'active',
} as const
const known = new Map([['one', verificationKey(publicJwk)]])
const verify = createVerifier({ verification: known })
const soon = () => Math.floor(Date.now() / 1000) + 60
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A token of the known key with any header and body. */
function signAnything(header: object, body: string | Buffer): string {
	const signed = `${part(header)}.${body}`
	const made = sign('sha256', Buffer.from(signed), { key: pair.privateKey, dsaEncoding: 'ieee-p1363' })
	return `${signed}.${made.toString('base64url')}`
}

async function problemOf(token: string): Promise<string> {
	try {
		await verify(token)
	} catch (error) {
		if (error instanceof TokenError) return error.problem
		throw error
	}
	return 'none'
}

describe('tokens', () => {
	it('a verified token returns its claims, also from the cache', async () => {
		const token = signToken({ sub: 'x', exp: soon() }, signing(pair.privateKey))
		expect(await verify(token)).toMatchObject({ sub: 'x' })
		expect(await verify(token)).toMatchObject({ sub: 'x' })
	})

	it('a cached token still expires', async () => {
		const token = signToken({ exp: soon() }, signing(pair.privateKey))
		expect(await problemOf(token)).toBe('none')
		vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
		expect(await problemOf(token)).toBe('expired')
		vi.useRealTimers()
	})

	it('tokens are refused when another key signed them, whatever kid they name', async () => {
		expect(await problemOf(signToken({ exp: soon() }, signing(foreign.privateKey)))).toBe('signature')
		expect(await problemOf(signToken({ exp: soon() }, signing(pair.privateKey, 'two')))).toBe('signature')
		expect(await problemOf(signToken({ exp: soon() }, signing(pair.privateKey, '../../keys')))).toBe('signature')
	})

	it('tokens are refused with alg none, and when the public key is used as a shared secret', async () => {
		const body = part({ role: 'service_role', exp: soon() })
		expect(await problemOf(`${part({ alg: 'none', kid: 'one' })}.${body}.AA`)).toBe('signature')
		expect(await problemOf(`${part({ alg: 'none' })}.${body}.`)).toBe('malformed')
		const head = part({ alg: 'HS256', kid: 'one' })
		const secret = pair.publicKey.export({ type: 'spki', format: 'pem' })
		const mac = createHmac('sha256', secret).update(`${head}.${body}`).digest('base64url')
		expect(await problemOf(`${head}.${body}.${mac}`)).toBe('signature')
	})

	it('tokens with a DER signature, a changed body or garbage, and overlong ones, are refused', async () => {
		const head = part({ alg: 'ES256', kid: 'one' })
		const body = part({ exp: soon() })
		const der = createSign('sha256').update(`${head}.${body}`).sign(pair.privateKey).toString('base64url')
		expect(await problemOf(`${head}.${body}.${der}`)).toBe('signature')
		const good = signToken({ sub: 'x', exp: soon() }, signing(pair.privateKey)).split('.')
		expect(await problemOf(`${good[0]}.${part({ sub: 'y', exp: soon() })}.${good[2]}`)).toBe('signature')
		for (const garbage of ['', 'a', 'a.b', 'a.b.c', 'a.b.c.d', '..', 'x'.repeat(20_000)])
			expect(await problemOf(garbage)).toBe('malformed')
	})

	it('tokens are refused before nbf, except within the clock skew', async () => {
		expect(await problemOf(signToken({ nbf: soon() + 60, exp: soon() + 120 }, signing(pair.privateKey)))).toBe(
			'not_yet_valid',
		)
		expect(await problemOf(signToken({ nbf: soon() - 40, exp: soon() }, signing(pair.privateKey)))).toBe('none')
	})

	it('a cached token is not verified again', async () => {
		const token = signToken({ exp: soon() }, signing(pair.privateKey))
		await verify(token)
		const { hits } = verify.stats
		await verify(token)
		expect(verify.stats.hits).toBe(hits + 1)
	})

	it('a token whose header has an extension is refused, although its signature is good', async () => {
		const head = { alg: 'ES256', kid: 'one' }
		const body = part({ role: 'service_role', exp: soon() })
		expect(await problemOf(signAnything(head, body))).toBe('none')
		for (const crit of [['b64'], ['exp'], ['unknown'], ['__proto__'], [], 'b64', null, [1], ['b64', 'b64']])
			for (const more of [{}, { b64: true }, { b64: false }, { b64: false, unknown: 1, exp: 1 }])
				expect([crit, more, await problemOf(signAnything({ ...head, ...more, crit }, body))]).toEqual([
					crit,
					more,
					'malformed',
				])
		for (const b64 of [false, true, 0, null, 'false'])
			expect(await problemOf(signAnything({ ...head, b64 }, body))).toBe('malformed')
		const unencoded = Buffer.from('{"role":"service_role"}')
		expect(await problemOf(signAnything({ ...head, b64: false, crit: ['b64'] }, unencoded))).toBe('malformed')
		expect(await problemOf(signAnything(head, unencoded))).toBe('malformed')
	})

	it('a token of another type is refused, although its signature is good', async () => {
		const head = { alg: 'ES256', kid: 'one' }
		const body = part({ role: 'service_role', exp: soon() })
		for (const typ of ['JWT', 'jwt', 'at+jwt', 'application/at+jwt', 'application/jwt'])
			expect(await problemOf(signAnything({ ...head, typ }, body))).toBe('none')
		for (const typ of [
			'',
			'JWE',
			'logout+jwt',
			'secevent+jwt',
			'dpop+jwt',
			'xjwt',
			'jwt\n',
			'text/jwt',
			1,
			null,
			['JWT'],
			{},
		])
			expect([typ, await problemOf(signAnything({ ...head, typ }, body))]).toEqual([typ, 'malformed'])
	})

	it('a signed body that is no object of claims is refused, and so is one that is over-long', async () => {
		const head = { alg: 'ES256', kid: 'one' }
		for (const text of ['[]', 'null', '1', '"x"', '{', '\ufeff{}', '['.repeat(9000)])
			expect(await problemOf(signAnything(head, Buffer.from(text).toString('base64url')))).toBe('malformed')
		for (const body of ['*', 'a', 'e30*', 'e30\u0000', 'é'])
			expect([body, await problemOf(signAnything(head, body))]).toEqual([body, 'malformed'])
		expect(await problemOf(signAnything(head, part({ filler: 'x'.repeat(12_400) })))).toBe('malformed')
	})

	it('a signature that is no base64url is refused', async () => {
		const token = signToken({ exp: soon() }, signing(pair.privateKey))
		for (const end of ['*', '+/', '\0', 'é', '====='])
			expect([end, await problemOf(`${token}${end}`)]).toEqual([end, 'malformed'])
		expect(await problemOf(token.slice(0, -2))).toBe('signature')
	})

	it('a token whose key is removed during its verification is refused, and is not cached', async () => {
		const ring = { verification: known }
		const verifyWith = createVerifier(ring)
		const token = signToken({ exp: soon() }, signing(pair.privateKey))
		const pending = verifyWith(token)
		ring.verification = new Map()
		await expect(pending).rejects.toThrow('signature is invalid')
		await expect(verifyWith(token)).rejects.toThrow('signature is invalid')
	})

	it('a token that is taken back during its verification is refused, and is not cached', async () => {
		const ring = { verification: known, refusedKeys: new Set<string>() }
		const verifyWith = createVerifier(ring)
		const token = signToken({ role: 'service_role' }, signing(pair.privateKey))
		await verifyWith(token)
		ring.verification = new Map(known)
		const pending = verifyWith(token)
		ring.verification = new Map(known)
		ring.refusedKeys = new Set([apiKeyFingerprint(token)])
		await expect(pending).rejects.toThrow('this key was replaced')
		await expect(verifyWith(token)).rejects.toThrow('this key was replaced')
	})

	it('fifty verifications of one token at once all succeed, and another token is not taken for it', async () => {
		const token = signToken({ sub: 'many', exp: soon() }, signing(pair.privateKey))
		const forged = `${token.slice(0, -4)}AAAA`
		const outcomes = await Promise.allSettled(Array.from({ length: 50 }, (_, i) => verify(i % 2 ? token : forged)))
		expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map((_, i) => (i % 2 ? 'fulfilled' : 'rejected')))
	})
})

it('ES256 signatures with integers of every length are verified by another library', async () => {
	const { jwtVerify } = await import('jose')
	for (let i = 0; i < 600; i++) {
		const token = signToken({ sub: String(i), exp: soon() }, signing(pair.privateKey))
		expect(Buffer.from(token.split('.')[2] ?? '', 'base64url')).toHaveLength(64)
		expect((await jwtVerify(token, pair.publicKey)).payload.sub).toBe(String(i))
	}
})
