import { describe, expect, it } from 'vitest'
import { AuthError } from '#platform/auth/errors.ts'
import { codeRedirect, providerErrorRedirect, sessionRedirect, siteErrorRedirect } from './auth-redirects.ts'

const tokens = {
	access_token: 'a.b.c',
	expires_at: 2,
	expires_in: 1,
	refresh_token: 'r&=',
	token_type: 'bearer',
}

describe('an auth redirect', () => {
	it('a session redirect replaces the fragment by tokens', () => {
		expect(sessionRedirect('https://a.example/x?y=1#old', { ...tokens, type: 'signup' })).toBe(
			'https://a.example/x?y=1#access_token=a.b.c&expires_at=2&expires_in=1&refresh_token=r%26%3D&sb=&token_type=bearer&type=signup',
		)
	})

	it.each([
		['https://a.example', 'https://a.example/?code=c'],
		['https://a.example/x?y=1&z=%20#old', 'https://a.example/x?y=1&z=+&code=c'],
		['https://a.example/x?code=old', 'https://a.example/x?code=c'],
		['https://a.example/x?', 'https://a.example/x?code=c'],
		['https://a.example/x?y=1?2', 'https://a.example/x?y=1%3F2&code=c'],
		['myapp://callback/in?y=1#old', 'myapp://callback/in?y=1&code=c'],
		['com.my_app.example://signed-in#old', 'com.my_app.example://signed-in?code=c'],
	])('a code redirect keeps the query of the target %s', (target, expected) => {
		expect(codeRedirect(target, 'c')).toBe(expected)
	})

	it.each([
		[400, 'invalid_request'],
		[401, 'unauthorized_client'],
		[403, 'access_denied'],
		[500, 'server_error'],
		[503, 'temporarily_unavailable'],
		[404, 'server_error'],
		[422, 'server_error'],
	])('an error redirect names the error of status %i', (status, error) => {
		const failure = new AuthError(status, 'validation_failed', 'so & so')
		const details = `error=${error}&error_code=validation_failed&error_description=so+%26+so`
		expect(providerErrorRedirect('https://a.example/?y=1', failure)).toBe(
			`https://a.example/?y=1&${details}#${details}&sb=`,
		)
		expect(siteErrorRedirect('https://a.example', failure)).toBe(`https://a.example/?${details}`)
	})

	it.each(['signup_disabled', 'user_banned', 'provider_email_needs_verification'] as const)(
		'an error redirect is access_denied for %s in any status',
		(code) => {
			const url = new URL(providerErrorRedirect('https://a.example', new AuthError(422, code, 'no')))
			expect(url.searchParams.get('error')).toBe('access_denied')
		},
	)
})
