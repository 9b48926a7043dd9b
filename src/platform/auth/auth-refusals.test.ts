import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callAuth, errorParts } from '#test/support/auth/auth-requests.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const email = 'isla@skerry.example'
const password = 'five days of paddling'
const challenge = { code_challenge: 'x'.repeat(43), code_challenge_method: 's256' }
type Case = [path: string, body: unknown, status: number, code: string, message: string]

describe('refusals', () => {
	let app: TestApp
	beforeAll(async () => {
		app = await createTestApp()
	})
	afterAll(() => app.close())

	const cases: Case[] = [
		['/signup', { email }, 400, 'validation_failed', 'Signup requires a valid password'],
		[
			'/signup',
			{ email, phone: '15550001111', password },
			400,
			'validation_failed',
			'Only an email address or phone number should be provided on signup.',
		],
		['/signup', { phone: '15550001111', password }, 400, 'phone_provider_disabled', 'Phone signups are disabled'],
		[
			'/signup',
			{ phone: '15550001111', password, channel: 'pigeon' },
			400,
			'validation_failed',
			"Invalid channel, supported values are 'sms' or 'whatsapp'. 'whatsapp' is only supported if Twilio or Twilio Verify is used as the provider.",
		],
		[
			'/signup',
			{ phone: '15550001111', password, ...challenge },
			400,
			'validation_failed',
			'PKCE not supported for phone signups',
		],
		[
			'/signup',
			{ phone: '15550001111', password, code_challenge: 'x' },
			400,
			'validation_failed',
			'PKCE not supported for phone signups',
		],
		[
			'/signup',
			{ email: 'isla', password },
			400,
			'validation_failed',
			'Unable to validate email address: invalid format',
		],
		[
			'/signup',
			{ email: 'isla@skerry', password },
			400,
			'validation_failed',
			'Unable to validate email address: invalid format',
		],
		[
			'/signup',
			{ email: 'isla@a@skerry.example', password },
			400,
			'validation_failed',
			'Unable to validate email address: invalid format',
		],
		[
			'/signup',
			{ email: 'isla\r\nbcc:x@skerry.example', password },
			400,
			'validation_failed',
			'Unable to validate email address: invalid format',
		],
		[
			'/signup',
			{ email: `${'x'.repeat(60)}@${'y'.repeat(250)}.example`, password },
			400,
			'validation_failed',
			'An email address is too long',
		],
		[
			'/signup',
			{ email, password: 'x'.repeat(73) },
			400,
			'validation_failed',
			'Password cannot be longer than 72 characters',
		],
		['/signup', { email, password: 'short' }, 422, 'weak_password', 'Password should be at least 8 characters.'],
		[
			'/signup',
			{ email, password, code_challenge: 'x'.repeat(43) },
			400,
			'validation_failed',
			'PKCE flow requires code_challenge_method and code_challenge',
		],
		['/token', {}, 400, 'invalid_credentials', 'unsupported_grant_type'],
		['/token?grant_type=magic', {}, 400, 'invalid_credentials', 'unsupported_grant_type'],
		['/token?grant_type=password', { password }, 400, 'validation_failed', 'missing email or phone'],
		[
			'/token?grant_type=password',
			{ email, phone: '15550001111', password },
			400,
			'validation_failed',
			'Only an email address or phone number should be provided on login.',
		],
		[
			'/token?grant_type=password',
			{ phone: '15550001111', password },
			422,
			'phone_provider_disabled',
			'Phone logins are disabled',
		],
		[
			'/token?grant_type=pkce',
			{ auth_code: 'x' },
			400,
			'validation_failed',
			'invalid request: both auth code and code verifier should be non-empty',
		],
		[
			'/token?grant_type=pkce',
			{ auth_code: 'x', code_verifier: 'y' },
			404,
			'flow_state_not_found',
			'invalid flow state, no valid flow state found',
		],
		['/token?grant_type=web3', {}, 422, 'web3_provider_disabled', 'Web3 provider is disabled'],
		[
			'/token?grant_type=id_token',
			{ id_token: 'x', provider: 'google' },
			400,
			'provider_disabled',
			'Provider (issuer "https://accounts.google.com") is not enabled',
		],
		['/sso', {}, 404, 'saml_provider_disabled', 'SAML 2.0 is disabled'],
		['/sso/saml/acs', {}, 404, 'saml_provider_disabled', 'SAML 2.0 is disabled'],
		['/otp', {}, 400, 'validation_failed', 'One of email or phone must be set'],
		[
			'/otp',
			{ email, phone: '15550001111' },
			400,
			'validation_failed',
			'Only an email address or phone number should be provided',
		],
		['/otp', { email, channel: 'sms' }, 400, 'validation_failed', 'Channel should only be specified with Phone OTP'],
		['/otp', { phone: '15550001111' }, 400, 'phone_provider_disabled', 'Unsupported phone provider'],
		[
			'/otp',
			{ email: 'nobody@skerry.example', create_user: false },
			422,
			'otp_disabled',
			'Signups not allowed for otp',
		],
		['/recover', {}, 400, 'validation_failed', 'Password recovery requires an email'],
		['/recover', { email: 'isla' }, 400, 'validation_failed', 'Unable to validate email address: invalid format'],
		[
			'/resend',
			{ email },
			400,
			'validation_failed',
			'Missing one of these types: signup, email_change, sms, phone_change',
		],
		['/resend', { type: 'signup' }, 400, 'validation_failed', 'Type provided requires an email address'],
		['/resend', { type: 'sms' }, 400, 'validation_failed', 'Type provided requires a phone number'],
		['/resend', { type: 'email_change' }, 400, 'validation_failed', 'Missing email address or phone number'],
		[
			'/resend',
			{ type: 'signup', phone: '15550001111' },
			400,
			'validation_failed',
			'Type provided requires an email address',
		],
		['/resend', { type: 'sms', email }, 400, 'validation_failed', 'Type provided requires a phone number'],
		['/resend', { type: 'sms', phone: '15550001111' }, 400, 'phone_provider_disabled', 'Phone logins are disabled'],
		[
			'/resend',
			{ type: 'signup', email, phone: '15550001111' },
			400,
			'validation_failed',
			'Only an email address or phone number should be provided.',
		],
		['/verify', { token: '123456', email }, 400, 'validation_failed', 'Verify requires a verification type'],
		['/verify', { type: 'signup', email }, 400, 'validation_failed', 'Verify requires either a token or a token hash'],
		[
			'/verify',
			{ type: 'signup', token: '123456', token_hash: 'x' },
			400,
			'validation_failed',
			'Verify requires either a token or a token hash',
		],
		[
			'/verify',
			{ type: 'signup', token: '123456' },
			400,
			'validation_failed',
			'Only an email address or phone number should be provided on verify',
		],
		[
			'/verify',
			{ type: 'signup', token_hash: 'x', email },
			400,
			'validation_failed',
			'Only the token_hash and type should be provided',
		],
		[
			'/verify',
			{ type: 'signup', token_hash: 'x', redirect_to: 'https://x.example' },
			400,
			'validation_failed',
			'Only the token_hash and type should be provided',
		],
		[
			'/verify',
			{ type: 'email', token: '123456', email, phone: '15550001111' },
			400,
			'validation_failed',
			'Only an email address or phone number should be provided on verify',
		],
		['/verify', { type: 'pigeon', token: '123456', email }, 400, 'validation_failed', 'Unsupported verification type'],
		['/verify', { type: 'sms', token_hash: 'x' }, 400, 'validation_failed', 'Invalid email verification type'],
		[
			'/verify',
			{ type: 'sms', token: '123456', phone: 'x' },
			400,
			'validation_failed',
			'Invalid phone number format (E.164 required)',
		],
		[
			'/verify',
			{ type: 'sms', token: '123456', phone: '+1 555 000 1111' },
			403,
			'otp_expired',
			'Token has expired or is invalid',
		],
		['/verify', { type: 'email', token: '123456', email: 'isla' }, 422, 'validation_failed', 'Invalid email format'],
		['/verify', { type: 'email', token: '123456', email }, 403, 'otp_expired', 'Token has expired or is invalid'],
		['/verify', { type: 'email', token_hash: 'abc' }, 403, 'otp_expired', 'Email link is invalid or has expired'],
	]

	it.each(cases)('POST %s with %j is %i %s', async (path, body, status, code, message) => {
		expect(errorParts(await callAuth(app, 'POST', path, { body }))).toEqual([status, code, message])
	})
})
