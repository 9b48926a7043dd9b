import type { Factor } from '@supabase/supabase-js'
import { throwIfError, unwrap } from '#web/lib/client/errors.ts'
import type { Client } from '#web/lib/client/supabase.ts'

const easeOrder = ['webauthn', 'totp', 'phone', 'recovery_code']

/** The quickest factor first; recovery codes last, since each works once. */
export function sortByEase(factors: readonly Factor[]): Factor[] {
	return factors.toSorted((one, other) => easeOrder.indexOf(one.factor_type) - easeOrder.indexOf(other.factor_type))
}

/** A text message with a code. `challengeId` identifies the challenge. */
export type SentPhoneCode = { factorId: string; challengeId: string; sentAt: number }

/** Sends a code to the phone of a factor. Throws the auth service's error. */
export async function sendPhoneCode(client: Client, factorId: string): Promise<SentPhoneCode> {
	const { id } = unwrap(await client.auth.mfa.challenge({ factorId, channel: 'sms' }))
	return { factorId, challengeId: id, sentAt: Date.now() }
}

/** Raises the session with a code of an authenticator app. */
export async function verifyTotp(client: Client, factorId: string, code: string): Promise<void> {
	throwIfError(await client.auth.mfa.challengeAndVerify({ factorId, code }))
}

/** Raises the session with a code sent to the phone. */
export async function verifyPhoneCode(client: Client, sent: SentPhoneCode, code: string): Promise<void> {
	const { factorId, challengeId } = sent
	throwIfError(await client.auth.mfa.verify({ factorId, challengeId, code }))
}

/** The last digits of a factor's number: `•••• 11`. */
export function maskedPhone(factor: Factor): string {
	const { phone } = factor as Factor & { phone?: string }
	return phone ? `•••• ${phone.slice(-2)}` : 'your phone'
}
