import { expect, test } from '#e2e/support/fixtures.ts'
import { openClient } from '#e2e/support/open-client.ts'

// Only a page has an address with a callback's query or fragment.
test('an error in a callback is thrown with its own text', async ({ page, server }) => {
	const initialize = async (at: string, flowType: 'implicit' | 'pkce') => {
		const client = await openClient(page, server.url, at, { flowType })
		return client.evaluate(async ({ auth }) => {
			const { error } = await auth.initialize()
			const { details } = (error ?? {}) as { details?: unknown }
			return { name: error?.name, message: error?.message, details }
		})
	}
	for (const mark of ['#', '?'])
		expect(
			await initialize(
				`${mark}error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid`,
				'pkce',
			),
		).toEqual({
			name: 'AuthImplicitGrantRedirectError',
			message: 'Email link is invalid',
			details: { error: 'access_denied', code: 'otp_expired' },
		})
	expect(await initialize('#error_code=otp_expired', 'implicit')).toEqual({
		name: 'AuthImplicitGrantRedirectError',
		message: 'Error in URL with unspecified error_description',
		details: { error: 'unspecified_error', code: 'otp_expired' },
	})
	expect(await initialize('#access_token=x', 'pkce')).toMatchObject({
		name: 'AuthPKCEGrantCodeExchangeError',
		message: 'Not a valid PKCE flow url.',
	})
	expect(await initialize('#access_token=x', 'implicit')).toMatchObject({
		name: 'AuthImplicitGrantRedirectError',
		message: 'No session defined in URL',
	})
	// A code is accepted only by a browser that requested it.
	expect(await initialize('?code=x', 'implicit')).toMatchObject({ message: undefined })
	await page.evaluate(() => {
		const key = `sb-${location.hostname.split('.')[0]}-auth-token-code-verifier`
		localStorage.setItem(key, JSON.stringify('verifier'))
	})
	expect(await initialize('?code=x', 'implicit')).toMatchObject({
		name: 'AuthImplicitGrantRedirectError',
		message: 'Not a valid implicit grant flow url.',
	})
	const client = await openClient(page, server.url, '', { flowType: 'pkce' })
	const noCode = await client.evaluate(async ({ auth }) => {
		type Inner = { _getSessionFromURL(given: object, kind: string): Promise<{ error?: Error }> }
		return (await (auth as unknown as Inner)._getSessionFromURL({}, 'pkce')).error?.message
	})
	expect(noCode).toBe('No code detected.')
})
