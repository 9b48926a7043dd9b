import { type Profile, profileOfClaims } from './profile.ts'
import type { CustomTraits } from './provider.ts'

type Claims = Readonly<Record<string, unknown>>

/**
 * Reads what a custom provider says of a person: its claims under our names, and those that the administrator keeps.
 * @throws Error when they name nobody
 */
export function profileOfCustomClaims(
	claims: Claims,
	{ mapping, keptClaims }: CustomTraits,
): Profile {
	const profile = profileOfClaims(renamed(claims, mapping))
	const kept = Object.fromEntries(
		keptClaims.filter((name) => Object.hasOwn(claims, name)).map((name) => [name, claims[name]]),
	)
	if (Object.keys(kept).length === 0) return profile
	const known = profile.data.custom_claims as Claims | undefined
	return { ...profile, data: { ...profile.data, custom_claims: { ...known, ...kept } } }
}

function renamed(claims: Claims, mapping: CustomTraits['mapping']): Claims {
	const result: Record<string, unknown> = { ...claims }
	for (const [ours, theirs] of Object.entries(mapping)) {
		if (typeof theirs !== 'string') result[ours] = theirs
		else if (Object.hasOwn(claims, theirs)) result[ours] = claims[theirs]
	}
	// Who speaks no OpenID often counts people.
	if (typeof result.sub === 'number') result.sub = String(result.sub)
	return result
}
