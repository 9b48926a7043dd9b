import { describe, expect, it } from 'vitest'
import list from '/node_modules/@supabase/auth-js/dist/module/lib/error-codes.d.ts?raw'
import closedList from '/src/platform/auth/errors.ts?raw'
import { messagesByCode } from './auth-error-messages.ts'
import { authErrorField, authErrorMessage, callbackErrorMessage } from './auth-errors.ts'

const codesIn = (text: string) => [...text.matchAll(/'([a-z_0-9]+)'/g)].map(([, code]) => code ?? '')
const [, answered = ''] = /authErrorCodes = \[([^\]]*)\]/.exec(closedList) ?? []
const codes = [...new Set([...codesIn(list), ...codesIn(answered)])]

describe('auth error messages', () => {
	it('the messages cover all codes of the official client and of the server', () => {
		expect(codesIn(list).length).toBeGreaterThan(60)
		expect(codesIn(answered).length).toBeGreaterThan(70)
	})
	it.each(codes)('the code %s has a message', (code) => {
		expect(messagesByCode[code]).toMatch(/^[A-Z].*[.]$/)
	})
	it('a weak password is explained', () => {
		const error = Object.assign(new Error('weak'), { code: 'weak_password', reasons: ['length'] })
		expect(authErrorMessage(error)).toBe('Choose a stronger password: it is too short.')
		expect(authErrorField(error)).toBe('password')
	})
	it('the code of an error in the URL is found', () => {
		const error = Object.assign(new Error('x'), { details: { error: 'y', code: 'otp_expired' } })
		expect(authErrorMessage(error)).toBe(messagesByCode.otp_expired)
	})
	it('the free username that the service suggests is included', () => {
		const message = 'Username "isla" is taken. Try "isla2".'
		expect(authErrorMessage({ code: 'username_taken', message })).toBe(message)
	})
	it.each([
		['NotAllowedError', 'ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY', /^Nothing was confirmed/],
		['InvalidStateError', 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED', /already added/],
		['SecurityError', 'ERROR_INVALID_RP_ID', /do not work at this address/],
		['NotSupportedError', 'ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG', /another one/],
	])('the browser error %s with the code %s has a message', (name, code, expected) => {
		const error = Object.assign(new Error('in the browser’s words'), { name, code })
		expect(authErrorMessage(Object.assign(error, { __isWebAuthnError: true }))).toMatch(expected)
	})
	it.each(['constructor', '__proto__', 'toString'])('the code %s is not known', (code) => {
		expect(authErrorMessage({ code, message: 'Moon is full' })).toBe('Moon is full')
		expect(authErrorField({ code })).toBeUndefined()
	})
	it('an unknown code shows the service’s own text', () => {
		expect(authErrorMessage({ code: 'brand_new', message: 'Moon is full' })).toContain('Moon is full')
	})
})

describe('errors in the URL', () => {
	const general = 'The sign-in did not work. Start it again from this page.'
	const inUrl = (message: string, details: object | null) =>
		Object.assign(new Error(message), { name: 'AuthImplicitGrantRedirectError', details })
	const lure = 'Your account is locked. Call 555-0199'

	it.each(['otp_expired', 'identity_already_exists', 'access_denied', 'username_taken', 'weak_password'])(
		'a link with the known code %s gets our words alone',
		(code) => {
			expect(callbackErrorMessage(inUrl(lure, { error: 'x', code }))).toEqual({ message: messagesByCode[code] })
		},
	)
	it.each(['unspecified_code', 'unknown', 'made_up', 'constructor', '__proto__', ''])(
		'the words of a link with the code %s are never the message',
		(code) => {
			expect(callbackErrorMessage(inUrl(lure, { error: 'y', code }))).toEqual({ message: general, words: lure })
		},
	)
	it('a provider’s refusal without a code gets our words, and its own as those of the link', () => {
		const error = inUrl('The user said no', { error: 'access_denied', code: 'unspecified_code' })
		expect(callbackErrorMessage(error)).toEqual({ message: messagesByCode.access_denied, words: 'The user said no' })
	})
	it('the words of a link are cut, and absent when it has none', () => {
		expect(callbackErrorMessage(inUrl('x'.repeat(5000), { error: 'y', code: 'z' })).words).toHaveLength(500)
		const none = inUrl('Error in URL with unspecified error_description', { error: 'y', code: 'z' })
		expect(callbackErrorMessage(none)).toEqual({ message: general })
	})
	it('the client’s own refusal of a URL keeps its words', () => {
		for (const message of ['No session defined in URL', 'Not a valid PKCE flow url.'])
			expect(callbackErrorMessage(inUrl(message, null))).toEqual({ message })
	})
})
