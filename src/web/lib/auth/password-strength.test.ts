import { describe, expect, it } from 'vitest'
import { passwordStrength } from './password-strength.ts'

describe('password strength', () => {
	it.each([
		['', 0],
		['short', 0],
		['password1', 1],
		['aaaaaaaaaa', 1],
		['12345678', 1],
		['blue7lamp', 2],
		['quiet frame stair', 4],
	] as const)('the password %j has the strength %i', (password, score) => {
		expect(passwordStrength(password).score).toBe(score)
	})
	it('personal words make a password weaker', () => {
		expect(passwordStrength('northlight-1', ['ruth@northlight.example'])).toEqual({
			score: 1,
			text: 'Weak: it holds “northlight”. Add two unrelated words.',
		})
	})
	it('the number of missing characters is shown', () => {
		expect(passwordStrength('seven77').text).toBe('1 more character, please.')
	})
})
