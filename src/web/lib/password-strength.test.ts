import { describe, expect, it } from 'vitest'
import { passwordStrength } from './password-strength.ts'

describe('the strength of a password', () => {
	it.each([
		['', 0],
		['short', 0],
		['password1', 1],
		['aaaaaaaaaa', 1],
		['12345678', 1],
		['blue7lamp', 2],
		['quiet frame stair', 4],
	] as const)('%j is %d', (password, score) => {
		expect(passwordStrength(password).score).toBe(score)
	})
	it('sees the person’s own words in it', () => {
		expect(passwordStrength('northlight-1', ['ruth@northlight.example'])).toEqual({
			score: 1,
			words: 'Weak: it holds “northlight”. Add two unrelated words.',
		})
	})
	it('says how many characters are missing', () => {
		expect(passwordStrength('seven77').words).toBe('1 more character, please.')
	})
})
