import { describe, expect, it } from 'vitest'
import { suggestUsername, usernameProblem } from './username.ts'

describe('usernames', () => {
	it.each(['ruth', 'ruth-adeyemi', 'r_2', 'a'.repeat(30)])('accepts %s', (name) => {
		expect(usernameProblem(name)).toBeUndefined()
	})
	it.each(['', 'ab', 'ruth adeyemi', 'Ruth', 'rüth', 'a'.repeat(31), 'ruth.a'])(
		'refuses %j with a reason',
		(name) => {
			expect(usernameProblem(name)).toBeTruthy()
		},
	)
	it('suggests a right one from names and addresses', () => {
		expect(suggestUsername('Ruth Adeyemi')).toBe('ruth-adeyemi')
		expect(suggestUsername('rené.müller@example.com')).toBe('rene-muller')
		expect(suggestUsername('日本')).toBe('')
		for (const text of ['--x--', 'A B', '…', 'x'.repeat(80)]) {
			const name = suggestUsername(text)
			if (name) expect(usernameProblem(name)).toBeUndefined()
		}
	})
})
