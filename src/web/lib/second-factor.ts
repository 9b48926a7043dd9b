import type { Factor } from '@supabase/supabase-js'
import { check, unwrap } from './errors.ts'
import type { Client } from './supabase.ts'

const order = ['webauthn', 'totp', 'phone', 'recovery_code']

/** The quickest way first; recovery codes last, since each is spent. */
export function byEase(factors: readonly Factor[]): Factor[] {
	return factors.toSorted(
		(one, other) => order.indexOf(one.factor_type) - order.indexOf(other.factor_type),
	)
}

/** A message with a code that went to a phone. `challengeId` is what the code answers. */
export type PhoneCode = { factorId: string; challengeId: string; sentAt: number }

/** Texts a code to the phone of a factor. Throws the auth service's error. */
export async function textCode(client: Client, factorId: string): Promise<PhoneCode> {
	const { id } = unwrap(await client.auth.mfa.challenge({ factorId, channel: 'sms' }))
	return { factorId, challengeId: id, sentAt: Date.now() }
}

/** Raises the session with the code that an authenticator shows. */
export async function proveTotp(client: Client, factorId: string, code: string): Promise<void> {
	check(await client.auth.mfa.challengeAndVerify({ factorId, code }))
}

/** Raises the session with the code that came to the phone. */
export async function provePhone(client: Client, sent: PhoneCode, code: string): Promise<void> {
	const { factorId, challengeId } = sent
	check(await client.auth.mfa.verify({ factorId, challengeId, code }))
}

/** Raises the session with a passkey or security key; the browser shows its own window for it. */
export async function proveKey(client: Client, factorId: string): Promise<void> {
	check(await client.auth.mfa.webauthn.authenticate({ factorId }))
}

/** Raises the session with a recovery code, which is spent by it. */
export async function proveRecovery(client: Client, code: string): Promise<void> {
	check(await client.auth.mfa.recoveryCodes.verify({ code }))
}

/** The last digits of a factor's number, as a person recognises their phone: `•••• 11`. */
export function phoneEnd(factor: Factor): string {
	const { phone } = factor as Factor & { phone?: string }
	return phone ? `•••• ${phone.slice(-2)}` : 'your phone'
}
