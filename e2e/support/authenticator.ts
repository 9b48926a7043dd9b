import type { SupabaseClient } from '@supabase/supabase-js'
import { Secret, TOTP } from 'otpauth'

const stepMs = 30_000

/** An authenticator app on a second device. */
export type Authenticator = {
	/** An unused code: of this time step or the next. Two are available at once, no more. */
	code: () => string
	/** Six digits that are not a valid code. */
	wrongCode: () => string
}

/** An authenticator with the secret that the service issued. */
export function createAuthenticator(secret: string): Authenticator {
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

/** Enrolls a verified authenticator for a signed-in person. */
export async function addAuthenticator(client: SupabaseClient, name: string): Promise<Authenticator> {
	const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: name })
	if (error) throw error
	const authenticator = createAuthenticator(data.totp.secret)
	const code = authenticator.code()
	const proof = await client.auth.mfa.challengeAndVerify({ factorId: data.id, code })
	if (proof.error) throw proof.error
	return authenticator
}
