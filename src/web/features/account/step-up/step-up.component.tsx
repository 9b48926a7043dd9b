import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, answerRows, sentRequests } from '#test/support/components/answers.ts'
import { openScreen, person, space } from '#test/support/components/open-screen.tsx'

/** A session as the token endpoint answers it. */
function sessionOf(sessionId: string) {
	const expires = Math.floor(Date.now() / 1000) + 3600
	const claims = { sub: person.id, role: 'authenticated', exp: expires, aal: 'aal1', session_id: sessionId }
	const token = ['{"alg":"none"}', JSON.stringify(claims), 'signature'].map((part) => btoa(part).replaceAll('=', ''))
	const user = { ...person, aud: 'authenticated', app_metadata: {}, user_metadata: {}, created_at: space.created_at }
	const rest = { refresh_token: 'next', token_type: 'bearer', expires_in: 3600, expires_at: expires }
	return { access_token: token.join('.'), ...rest, user }
}

test('adding an authenticator asks for the password once the sign-in is older than ten minutes, and goes on by itself', async () => {
	let isProven = false
	answerRows('profiles', [
		{ id: person.id, username: 'owner', full_name: null, avatar_path: null, time_zone: 'UTC', locale: 'en-GB' },
	])
	answer({
		'POST /rest/v1/rpc/my_sessions': () => [],
		'POST /rest/v1/rpc/end_session': () => true,
		'POST /auth/v1/token': () => {
			isProven = true
			return sessionOf('33333333-3333-4333-8333-333333333333')
		},
		'POST /auth/v1/factors': () =>
			isProven
				? {
						id: person.id,
						type: 'totp',
						friendly_name: 'My phone',
						totp: { qr_code: '', secret: 'ABCD', uri: 'otpauth://x' },
					}
				: Response.json({ code: 400, error_code: 'reauthentication_needed', msg: 'Prove it' }, { status: 400 }),
	})
	await openScreen('account')
	await page.getByRole('button', { name: 'Add an authenticator' }).click()
	await page.getByRole('button', { name: 'Continue', exact: true }).click()
	const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
	await dialog.getByLabelText('Password', { exact: true }).fill('correct horse battery')
	await dialog.getByRole('button', { name: 'Confirm' }).click()
	await expect.element(page.getByText('Scan this with an authenticator app on another device.')).toBeVisible()
	expect(sentRequests('POST /auth/v1/factors')).toHaveLength(2)
	expect(await sentRequests('POST /rest/v1/rpc/end_session')[0]?.json()).toEqual({ id: person.id })
})
