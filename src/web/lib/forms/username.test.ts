import { describe, expect, it } from 'vitest'
import { suggestUsername, usernameError } from './username.ts'

describe('usernames', () => {
	it.each(['ruth', 'ruth-adeyemi', 'r_2', 'a'.repeat(30)])('the username %s is valid', (name) => {
		expect(usernameError(name)).toBeUndefined()
	})
	it.each(['', 'ab', 'ruth adeyemi', 'Ruth', 'rüth', 'a'.repeat(31), 'ruth.a'])(
		'the username %j is invalid',
		(name) => {
			expect(usernameError(name)).toBeTruthy()
		},
	)
	it('a username is derived from names and addresses', () => {
		expect(suggestUsername('Ruth Adeyemi')).toBe('ruth-adeyemi')
		expect(suggestUsername('rené.müller@example.com')).toBe('rene-muller')
		expect(suggestUsername('日本')).toBe('')
		for (const text of ['--x--', 'A B', '…', 'x'.repeat(80)]) {
			const name = suggestUsername(text)
			if (name) expect(usernameError(name)).toBeUndefined()
		}
	})
})
