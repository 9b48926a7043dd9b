import { z } from 'zod'

/** The page that visitors of `/` get. */
export type LandingChoice = { kind: 'plaudit' } | { kind: 'sign-in' } | { kind: 'wall'; slug: string }

/** Reads `LANDING_PAGE`. */
export const landingChoice = z.string().transform((text, context): LandingChoice => {
	if (text === 'plaudit' || text === 'sign-in') return { kind: text }
	const [, slug] = /^wall:([a-z0-9-]{3,63})$/.exec(text) ?? []
	if (slug) return { kind: 'wall', slug }
	context.addIssue(
		'must be plaudit, sign-in, or wall: and the last part of the address of a wall, as in "wall:fernhill"',
	)
	return z.NEVER
})
