import type { SupabaseClient } from '@supabase/supabase-js'
import { Secret, TOTP } from 'otpauth'

const stepMs = 30_000

/** An authenticator app on somebody's second device. */
export type Authenticator = {
	/** A code that was not used yet: of this step or of the next one. So two can be had at once, no more. */
	code: () => string
	/** Six digits that it does not show. */
	wrongCode: () => string
}

/** An authenticator with the secret that the service gave out. */
export function authenticatorOf(secret: string): Authenticator {
	const app = new TOTP({ secret: Secret.fromBase32(secret) })
	let used = 0
	return {
		code() {
			used = Math.max(Math.floor(Date.now() / stepMs), used + 1)
			return app.generate({ timestamp: used * stepMs })
		},
		wrongCode: () => String((Number(app.generate()) + 500_000) % 1_000_000).padStart(6, '0'),
	}
}

/** Gives a signed-in person a confirmed authenticator. */
export async function addAuthenticator(
	client: SupabaseClient,
	name: string,
): Promise<Authenticator> {
	const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: name })
	if (error) throw error
	const authenticator = authenticatorOf(data.totp.secret)
	const code = authenticator.code()
	const proof = await client.auth.mfa.challengeAndVerify({ factorId: data.id, code })
	if (proof.error) throw proof.error
	return authenticator
}
