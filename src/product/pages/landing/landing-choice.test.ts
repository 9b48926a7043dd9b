import { expect, it } from 'vitest'
import { landingChoice } from './landing-choice.ts'

it('a landing page is our own, the sign-in or a wall by the last part of its address', () => {
	expect(landingChoice.parse('plaudit')).toEqual({ kind: 'plaudit' })
	expect(landingChoice.parse('sign-in')).toEqual({ kind: 'sign-in' })
	expect(landingChoice.parse('wall:fern-hill')).toEqual({ kind: 'wall', slug: 'fern-hill' })
})

it.each(['wall', 'wall:', 'wall:A', 'wall:a/b', 'wall:ab', 'Sign-in', 'plaudit ', `wall:${'a'.repeat(64)}`])(
	'the landing page %j is refused with what it may be',
	(text) => {
		const { error } = landingChoice.safeParse(text)
		expect(error?.issues[0]?.message).toMatch(/^must be plaudit, sign-in, or wall:/)
	},
)
