import type { AppleKey } from '#server/provider-settings.ts'
import { signToken } from '#server/tokens.ts'
import type { Profile } from './profile.ts'

const lifeSeconds = 300

/** The client secret that Apple wants: a token signed with the key from its developer pages. */
export function appleSecret({ teamId, keyId, key }: AppleKey, clientId: string): string {
	const now = Math.floor(Date.now() / 1000)
	const claims = {
		iss: teamId,
		sub: clientId,
		aud: 'https://appleid.apple.com',
		iat: now,
		exp: now + lifeSeconds,
	}
	return signToken(claims, { kid: keyId, alg: 'ES256', key })
}

/**
 * Apple tells a name only at the first sign-in, beside the code and unsigned: it is shown, nothing is decided by it.
 * @param posted the form's field `user`
 */
export function withAppleName(profile: Profile, posted: string | undefined): Profile {
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
