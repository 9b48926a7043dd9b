import type { ProviderProfile } from '#platform/auth/providers/linking/provider-profile.ts'
import type { AppleKey } from '#platform/config/provider-settings.ts'
import { signToken } from '#platform/keys/jwt.ts'

const lifetimeSeconds = 300

/** Apple's client secret: a token signed with the key of the developer account. */
export function appleSecret({ teamId, keyId, key }: AppleKey, clientId: string): string {
	const now = Math.floor(Date.now() / 1000)
	const claims = {
		iss: teamId,
		sub: clientId,
		aud: 'https://appleid.apple.com',
		iat: now,
		exp: now + lifetimeSeconds,
	}
	return signToken(claims, { kid: keyId, alg: 'ES256', key })
}

/**
 * Adds the name that Apple sends only at the first sign-in, unsigned and beside the code; it is only displayed.
 * @param posted the form field `user`
 */
export function withAppleName(profile: ProviderProfile, posted: string | undefined): ProviderProfile {
	const name = readName(posted)
	return name ? { ...profile, data: { ...profile.data, name, full_name: name } } : profile
}

function readName(posted: string | undefined): string {
	try {
		const { name } = JSON.parse(posted ?? '{}') as { name?: Record<string, unknown> }
		return [name?.firstName, name?.lastName]
			.filter((part) => typeof part === 'string')
			.join(' ')
			.trim()
	} catch {
		return ''
	}
}
