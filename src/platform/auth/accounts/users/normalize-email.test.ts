import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { normalizeEmail, parseEmail } from './contact.ts'

it.each([
	['X@BÜCHER.example', 'x@xn--bcher-kva.example'],
	['x@bu\u0308cher.example', 'x@xn--bcher-kva.example'],
	['x@xn--bcher-kva.example', 'x@xn--bcher-kva.example'],
	['x@例え。テスト', 'x@xn--r8jz45g.xn--zckzah'],
	['x@faß.example', 'x@xn--fa-hia.example'],
	['x@ｅｘａｍｐｌｅ.com', 'x@example.com'],
	[' X@Example.com ', 'x@example.com'],
])('the address %s is stored as %s', (given, stored) => {
	expect(parseEmail(given)).toBe(stored)
})

it.each([
	'x@bücher',
	'x@bü cher.example',
	'x@ü@bücher.example',
	'ü@example.com',
	'x@ü..example',
	'x@\u{1F9FF}\uD800.example',
])('the address %j is refused', (given) => {
	expect(() => parseEmail(given)).toThrow('invalid format')
})

it('a huge address is neither converted nor accepted', () => {
	const huge = `x@${'ü.'.repeat(500_000)}example`
	const before = performance.now()
	expect(normalizeEmail(huge)).toBe(huge)
	expect(() => parseEmail(huge)).toThrow('too long')
	expect(performance.now() - before).toBeLessThan(500)
})

describe('an account with an international domain', () => {
	let app: TestApp
	beforeAll(async () => {
		app = await createTestApp()
	})
	afterAll(() => app.close())

	it('signs in by either form of its address', async () => {
		const password = 'five days of paddling'
		const { data } = await app.client().auth.signUp({ email: 'x@bücher.example', password })
		expect(data.user?.email).toBe('x@xn--bcher-kva.example')
		for (const email of ['x@bücher.example', 'X@BÜCHER.EXAMPLE', 'x@xn--bcher-kva.example'])
			expect((await app.client().auth.signInWithPassword({ email, password })).error).toBeNull()
		const { error } = await app.admin().auth.admin.createUser({ email: 'x@Bücher.example' })
		expect(error?.code).toBe('email_exists')
	})
})
