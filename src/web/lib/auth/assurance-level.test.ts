import type { Session } from '@supabase/supabase-js'
import { describe, expect, it } from 'vitest'
import { getSessionId, needsSecondFactor, usedOnlyRecoveryCode } from './assurance-level.ts'

function sessionWith(claims: object, statuses: string[] = []): Session {
	const part = Buffer.from(JSON.stringify(claims)).toString('base64url')
	const factors = statuses.map((status, index) => ({ id: `${index}`, status, factor_type: 'totp' }))
	return { access_token: `x.${part}.x`, user: { id: 'u', factors } } as unknown as Session
}

describe('assurance level', () => {
	it.each([
		['no session', null, false],
		['one factor, and there is no second one', sessionWith({ aal: 'aal1' }), false],
		['a second one that was never confirmed', sessionWith({ aal: 'aal1' }, ['unverified']), false],
		['a confirmed second one', sessionWith({ aal: 'aal1' }, ['unverified', 'verified']), true],
		['both factors were shown', sessionWith({ aal: 'aal2' }, ['verified']), false],
		['a token that says nothing', sessionWith({}, ['verified']), true],
	])('whether the second factor is needed follows from the session: %s', (_, session, owed) => {
		expect(needsSecondFactor(session)).toBe(owed)
	})
	it('an unreadable token counts as one factor', () => {
		const session = { ...sessionWith({}, ['verified']), access_token: 'no token' }
		expect(needsSecondFactor(session)).toBe(true)
	})
	it.each([
		[['password'], false],
		[['password', 'mfa/recovery_code'], true],
		[['mfa/webauthn', 'mfa/recovery_code', 'password'], false],
	])('whether a session was raised by a recovery code alone follows from its methods %j: %s', (methods, alone) => {
		const session = sessionWith({ aal: 'aal2', amr: methods.map((method) => ({ method })) })
		expect(usedOnlyRecoveryCode(session)).toBe(alone)
	})
	it('the session id is read from a token that holds non-Latin text', () => {
		const session = sessionWith({ session_id: 's', user_metadata: { name: 'سلمى 🙂' } })
		expect(getSessionId(session)).toBe('s')
	})
})
