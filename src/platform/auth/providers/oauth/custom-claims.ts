import { type ProviderProfile, profileOfClaims } from '#platform/auth/providers/linking/provider-profile.ts'
import type { CustomProviderOptions } from './provider.ts'

type Claims = Readonly<Record<string, unknown>>

/**
 * Reads the claims of a custom provider: mapped to standard names, plus those on its allow list.
 * @throws Error when they have no valid subject
 */
export function profileOfCustomClaims(claims: Claims, { mapping, keptClaims }: CustomProviderOptions): ProviderProfile {
	const profile = profileOfClaims(applyMapping(claims, mapping))
	const kept = Object.fromEntries(
		keptClaims.filter((name) => Object.hasOwn(claims, name)).map((name) => [name, claims[name]]),
	)
	if (Object.keys(kept).length === 0) return profile
	const known = profile.data.custom_claims as Claims | undefined
	return { ...profile, data: { ...profile.data, custom_claims: { ...known, ...kept } } }
}

function applyMapping(claims: Claims, mapping: CustomProviderOptions['mapping']): Claims {
	const result: Record<string, unknown> = { ...claims }
	for (const [ours, theirs] of Object.entries(mapping)) {
		if (typeof theirs !== 'string') result[ours] = theirs
		else if (Object.hasOwn(claims, theirs)) result[ours] = claims[theirs]
	}
	// Providers without OpenID often use numeric ids.
	if (typeof result.sub === 'number') result.sub = String(result.sub)
	return result
}
