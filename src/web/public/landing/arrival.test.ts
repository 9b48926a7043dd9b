import { expect, test } from 'vitest'
import { callbackTarget, hasSession, nextTheme } from './arrival.ts'

test('a sign-in that comes back to the root goes on to the app with all it brought', () => {
	expect(callbackTarget('?code=abc&next=1', '')).toBe('/auth?code=abc&next=1')
	expect(callbackTarget('', '#access_token=x&type=signup')).toBe('/auth#access_token=x&type=signup')
	expect(callbackTarget('?error=access_denied', '#error_code=403')).toBe(
		'/auth?error=access_denied#error_code=403',
	)
})

test('an ordinary visit stays', () => {
	expect(callbackTarget('', '')).toBeNull()
	expect(callbackTarget('?utm_source=mail', '#proofs')).toBeNull()
})

test('a stored session is known by the name that the official client gives it', () => {
	expect(hasSession(['theme', 'sb-localhost-auth-token'])).toBe(true)
	expect(hasSession(['sb-localhost-auth-token-code-verifier', 'sb--auth-token'])).toBe(false)
})

test('an unknown theme follows the system', () => {
	expect(nextTheme('sepia')).toBe('auto')
	expect(nextTheme('dark')).toBe('dark')
})
