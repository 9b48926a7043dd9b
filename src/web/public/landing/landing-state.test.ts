import { expect, test } from 'vitest'
import { callbackTarget, hasSession, parseTheme } from './landing-state.ts'

test('a sign-in callback on the root continues to the app with its query and fragment', () => {
	expect(callbackTarget('?code=abc&next=1', '')).toBe('/auth?code=abc&next=1')
	expect(callbackTarget('', '#access_token=x&type=signup')).toBe('/auth#access_token=x&type=signup')
	expect(callbackTarget('?error=access_denied', '#error_code=403')).toBe('/auth?error=access_denied#error_code=403')
})

test('an ordinary visit stays on the landing page', () => {
	expect(callbackTarget('', '')).toBeNull()
	expect(callbackTarget('?utm_source=mail', '#proofs')).toBeNull()
})

test('a stored session is found by the official client’s key', () => {
	expect(hasSession(['theme', 'sb-localhost-auth-token'])).toBe(true)
	expect(hasSession(['sb-localhost-auth-token-code-verifier', 'sb--auth-token'])).toBe(false)
})

test('an unknown theme follows the system', () => {
	expect(parseTheme('sepia')).toBe('auto')
	expect(parseTheme('dark')).toBe('dark')
})
