import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { authErrorCodes } from '#platform/auth/errors.ts'
import { type HookReceiver, startHookReceiver } from '#test/fakes/hook-receiver.ts'
import { callAuth } from '#test/support/auth/auth-requests.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

let receiver: HookReceiver
let app: TestApp
beforeAll(async () => {
	receiver = await startHookReceiver()
	app = await createTestApp({
		...receiver.settings('CUSTOM_ACCESS_TOKEN', 'BEFORE_USER_CREATED'),
		ANONYMOUS_SIGNIN: 'on',
	})
})
afterAll(async () => {
	await app.close()
	await receiver.close()
})

const names = fc.constantFrom(
	...['claims', 'error', 'decision', 'message', 'http_code', '__proto__', 'constructor'],
	...['aud', 'exp', 'iat', 'sub', 'email', 'role', 'session_id', 'is_anonymous', 'aal', 'phone'],
)
const { anything } = fc.letrec((tie) => ({
	anything: fc.oneof(
		{ depthSize: 'small' },
		fc.constantFrom(null, true, 0, -1, 1.5, 1e300, 200, 403, '', 'reject', '\u0000', '\ud800'),
		fc.string(),
		fc.array(tie('anything'), { maxLength: 3 }),
		fc.dictionary(names, tie('anything'), { maxKeys: 6, noNullPrototype: false }),
	),
}))

it('a malformed hook answer gives either a complete session, or a known refusal and no account', async () => {
	const count = async () => {
		const [row] = await asOwner<{ users: number; sessions: number }>(
			app.database,
			`select (select count(*)::int from auth.users) as users,
				(select count(*)::int from auth.sessions) as sessions`,
		)
		return row
	}
	const property = fc.asyncProperty(anything, anything, fc.boolean(), async (odd, part, whole) => {
		receiver.reply = ({ path, payload }) => {
			if (path === '/BEFORE_USER_CREATED') return { body: whole ? {} : odd }
			const claims = { ...payload.claims, ...(part as object) }
			return { body: whole ? { claims } : odd }
		}
		const before = await count()
		const { status, body } = await callAuth(app, 'POST', '/signup', { body: {} })
		const after = await count()
		if (status === 200) {
			expect(after?.sessions).toBe((before?.sessions ?? 0) + 1)
			const claims = JSON.parse(Buffer.from(body.access_token.split('.')[1], 'base64url').toString())
			for (const name of ['sub', 'email', 'phone', 'role', 'aal', 'session_id'])
				expect(typeof claims[name]).toBe('string')
			expect([Number.isInteger(claims.exp), claims.exp]).toEqual([true, body.expires_at])
		} else {
			expect(after).toEqual(before)
			expect(authErrorCodes).toContain(body.code)
			expect(typeof body.message).toBe('string')
		}
	})
	await fc.assert(property, { numRuns: 150 })
})
