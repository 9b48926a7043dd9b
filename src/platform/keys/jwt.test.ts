import { createHmac, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { createVerifier, signToken, TokenError } from './jwt.ts'
import type { Keys } from './keys.ts'

const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const foreign = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const signing = (key: KeyObject, kid = 'one') => ({ kid, alg: 'ES256' as const, key })
const keys = {
	verification: new Map([['one', { alg: 'ES256', key: pair.publicKey }]]),
} as unknown as Keys
const verify = createVerifier(keys)
const soon = () => Math.floor(Date.now() / 1000) + 60
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

function problemOf(token: string): string {
	try {
		verify(token)
	} catch (error) {
		if (error instanceof TokenError) return error.problem
		throw error
	}
	return 'none'
}

describe('tokens', () => {
	it('a verified token returns its claims, also from the cache', () => {
		const token = signToken({ sub: 'x', exp: soon() }, signing(pair.privateKey))
		expect(verify(token)).toMatchObject({ sub: 'x' })
		expect(verify(token)).toMatchObject({ sub: 'x' })
	})

	it('a cached token still expires', () => {
		const token = signToken({ exp: soon() }, signing(pair.privateKey))
		expect(problemOf(token)).toBe('none')
		vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
		expect(problemOf(token)).toBe('expired')
		vi.useRealTimers()
	})

	it('tokens are refused when another key signed them, whatever kid they name', () => {
		expect(problemOf(signToken({ exp: soon() }, signing(foreign.privateKey)))).toBe('signature')
		expect(problemOf(signToken({ exp: soon() }, signing(pair.privateKey, 'two')))).toBe('signature')
		expect(problemOf(signToken({ exp: soon() }, signing(pair.privateKey, '../../keys')))).toBe('signature')
	})

	it('tokens are refused with alg none, and when the public key is used as a shared secret', () => {
		const body = part({ role: 'service_role', exp: soon() })
		expect(problemOf(`${part({ alg: 'none', kid: 'one' })}.${body}.AA`)).toBe('signature')
		expect(problemOf(`${part({ alg: 'none' })}.${body}.`)).toBe('malformed')
		const head = part({ alg: 'HS256', kid: 'one' })
		const secret = pair.publicKey.export({ type: 'spki', format: 'pem' })
		const mac = createHmac('sha256', secret).update(`${head}.${body}`).digest('base64url')
		expect(problemOf(`${head}.${body}.${mac}`)).toBe('signature')
	})

	it('tokens with a DER signature, a changed body or garbage, and overlong ones, are refused', () => {
		const head = part({ alg: 'ES256', kid: 'one' })
		const body = part({ exp: soon() })
		const der = createSign('sha256').update(`${head}.${body}`).sign(pair.privateKey).toString('base64url')
		expect(problemOf(`${head}.${body}.${der}`)).toBe('signature')
		const good = signToken({ sub: 'x', exp: soon() }, signing(pair.privateKey)).split('.')
		expect(problemOf(`${good[0]}.${part({ sub: 'y', exp: soon() })}.${good[2]}`)).toBe('signature')
		for (const garbage of ['', 'a', 'a.b', 'a.b.c', 'a.b.c.d', '..', 'x'.repeat(20_000)])
			expect(problemOf(garbage)).toBe('malformed')
	})

	it('tokens are refused before nbf, except within the clock skew', () => {
		expect(problemOf(signToken({ nbf: soon() + 60, exp: soon() + 120 }, signing(pair.privateKey)))).toBe(
			'not_yet_valid',
		)
		expect(problemOf(signToken({ nbf: soon() - 40, exp: soon() }, signing(pair.privateKey)))).toBe('none')
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
