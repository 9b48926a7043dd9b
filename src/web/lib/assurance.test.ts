import type { Session } from '@supabase/supabase-js'
import { describe, expect, it } from 'vitest'
import { cameByRecoveryCode, owesSecondFactor, sessionIdOf } from './assurance.ts'

function sessionWith(claims: object, statuses: string[] = []): Session {
	const part = Buffer.from(JSON.stringify(claims)).toString('base64url')
	const factors = statuses.map((status, index) => ({ id: `${index}`, status, factor_type: 'totp' }))
	return { access_token: `x.${part}.x`, user: { id: 'u', factors } } as unknown as Session
}

describe('what a session still owes', () => {
	it.each([
		['no session', null, false],
		['one factor, and there is no second one', sessionWith({ aal: 'aal1' }), false],
		['a second one that was never confirmed', sessionWith({ aal: 'aal1' }, ['unverified']), false],
		['a confirmed second one', sessionWith({ aal: 'aal1' }, ['unverified', 'verified']), true],
		['both factors were shown', sessionWith({ aal: 'aal2' }, ['verified']), false],
		['a token that says nothing', sessionWith({}, ['verified']), true],
	])('%s', (_, session, owed) => {
		expect(owesSecondFactor(session)).toBe(owed)
	})
	it('treats a token that cannot be read as one factor', () => {
		const session = { ...sessionWith({}, ['verified']), access_token: 'no token' }
		expect(owesSecondFactor(session)).toBe(true)
	})
	it.each([
		[['password'], false],
		[['password', 'mfa/recovery_code'], true],
		[['mfa/webauthn', 'mfa/recovery_code', 'password'], false],
	])('%j came by a recovery code alone: %s', (methods, alone) => {
		const session = sessionWith({ aal: 'aal2', amr: methods.map((method) => ({ method })) })
		expect(cameByRecoveryCode(session)).toBe(alone)
	})
	it('knows the session, also beside letters of other scripts', () => {
		const session = sessionWith({ session_id: 's', user_metadata: { name: 'سلمى 🙂' } })
		expect(sessionIdOf(session)).toBe('s')
	})
})
