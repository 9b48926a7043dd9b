import { describe, expect, it } from 'vitest'
import list from '/node_modules/@supabase/auth-js/dist/module/lib/error-codes.d.ts?raw'
import closedList from '/src/server/auth/errors.ts?raw'
import { codeSentences } from './auth-error-sentences.ts'
import { authErrorField, sayAuthError } from './auth-errors.ts'

const codesIn = (text: string) =>
	[...text.matchAll(/'([a-z_0-9]+)'/g)].map(([, code]) => code ?? '')
const [, answered = ''] = /authErrorCodes = \[([^\]]*)\]/.exec(closedList) ?? []
const codes = [...new Set([...codesIn(list), ...codesIn(answered)])]

describe('errors of the auth service in words', () => {
	it('knows the whole list of the official client, and the closed list of the server', () => {
		expect(codesIn(list).length).toBeGreaterThan(60)
		expect(codesIn(answered).length).toBeGreaterThan(70)
	})
	it.each(codes)('has a sentence for %s', (code) => {
		expect(codeSentences[code]).toMatch(/^[A-Z].*[.]$/)
	})
	it('says why a password is weak', () => {
		const error = Object.assign(new Error('weak'), { code: 'weak_password', reasons: ['length'] })
		expect(sayAuthError(error)).toBe('Choose a stronger password: it is too short.')
		expect(authErrorField(error)).toBe('password')
	})
	it('finds the code of an error that came in the address', () => {
		const error = Object.assign(new Error('x'), { details: { error: 'y', code: 'otp_expired' } })
		expect(sayAuthError(error)).toBe(codeSentences.otp_expired)
	})
	it('passes the free username on that the service offers', () => {
		const message = 'Username "isla" is taken. Try "isla2".'
		expect(sayAuthError({ code: 'username_taken', message })).toBe(message)
	})
	it.each([
		['NotAllowedError', 'ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY', /^Nothing was confirmed/],
		['InvalidStateError', 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED', /already added/],
		['SecurityError', 'ERROR_INVALID_RP_ID', /do not work at this address/],
		['NotSupportedError', 'ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG', /another one/],
	])('says what a key means by %s, %s', (name, code, words) => {
		const error = Object.assign(new Error('in the browser’s words'), { name, code })
		expect(sayAuthError(Object.assign(error, { __isWebAuthnError: true }))).toMatch(words)
	})
	it('shows the service’s own words when the code is new', () => {
		expect(sayAuthError({ code: 'brand_new', message: 'Moon is full' })).toContain('Moon is full')
	})
})
