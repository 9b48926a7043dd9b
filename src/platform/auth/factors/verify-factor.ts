import { z } from 'zod'
import type { AuthMethod } from '#platform/auth/accounts/sessions/access-token.ts'
import { hashCode } from '#platform/auth/accounts/tokens/one-time-token.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { optional, parseBody, readBodyText, text } from '#platform/auth/body.ts'
import { accountNotice } from '#platform/auth/delivery/email/account-notices.ts'
import { runMfaVerificationHook } from '#platform/auth/delivery/hooks/user-created-hooks.ts'
import { AuthError, invalid } from '#platform/auth/errors.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import { json } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import type { Tx } from '#platform/pg/db.ts'
import { type FactorKind, parseVerifiableKind } from './factor-kinds.ts'
import type { StoredChallenge, StoredFactor } from './factor-queries.ts'
import * as queries from './factor-queries.ts'
import { elevate, elevatedSessionJson } from './raise-session.ts'
import { countAttempt, requireFactor, requireSameAal, requireSession } from './require-factor.ts'
import { verifyTotp } from './totp.ts'
import { throwCredentialExists } from './webauthn/ceremony.ts'
import { parseWebauthnResponse, verifyWebauthnResponse, type WebauthnResponse } from './webauthn-factor.ts'

const body = z.object({
	challenge_id: optional(z.guid()),
	code: text,
	webauthn: optional(z.object({ type: text, credential_response: z.unknown().optional() })),
})

/** The presented answer: a code, or a WebAuthn response. */
type Answer = { code: string; key: WebauthnResponse | undefined }
type FactorVerifier = {
	method: AuthMethod
	refusal: string
	verify(
		context: AuthContext,
		tx: Tx,
		proof: { factor: StoredFactor; challenge: StoredChallenge; answer: Answer },
	): Promise<boolean>
}

const factorVerifiers: Record<FactorKind, FactorVerifier> = {
	totp: {
		method: 'totp',
		refusal: 'Invalid TOTP code entered',
		verify: async ({ keys }, tx, { factor, challenge, answer }) =>
			(await verifyTotp(tx, factor, answer.code, keys.secret)) && markChallengeUsed(tx, challenge.id),
	},
	phone: {
		method: 'mfa/phone',
		refusal: 'Invalid MFA Phone code entered',
		verify: (context, tx, { challenge, answer }) => verifyPhoneCode(context, tx, challenge.id, answer.code),
	},
	webauthn: {
		method: 'mfa/webauthn',
		refusal: 'Invalid WebAuthn response',
		verify: async (context, tx, { factor, challenge, answer: { key } }) =>
			key !== undefined &&
			(await verifyWebauthnResponse(context, tx, factor, challenge, key)) &&
			markChallengeUsed(tx, challenge.id),
	},
}

/** POST /factors/{id}/verify: raises this session to aal2. */
export async function verifyFactor(context: AuthContext, x: Exchange) {
	const { config, db } = context
	const refundAttempt = await countAttempt(context, x, x.param('id'))
	const sent = await readBodyText(x)
	// Refusals are thrown after the commit, so that wrong answers stay counted.
	const judging = db.as(authServiceRole, async (tx) => {
		const { signedIn, factor } = await requireFactor(context, x, tx)
		const kind = parseVerifiableKind(config, factor.factor_type)
		requireSameAal(context, signedIn, factor)
		const input = parseBody(sent, body)
		const answer = readAnswer(kind, input)
		const session = requireSession(signedIn)
		const challenge = await requireChallenge(tx, x, factor, input.challenge_id)
		const { method, refusal, verify } = factorVerifiers[kind]
		const valid = await verify(context, tx, { factor, challenge, answer })
		const attempt = { userId: signedIn.account.id, factorId: factor.id, valid }
		// As in Supabase Auth, the hook sees codes and not WebAuthn responses.
		const rejection =
			kind !== 'webauthn' && (await runMfaVerificationHook(context, { ip: x.ip, tx }, { ...attempt, factorType: kind }))
		if (rejection) return { refusal: rejection }
		if (!valid) return { refusal: new AuthError(422, 'mfa_verification_failed', refusal) }
		if (factor.status === 'unverified') {
			const noticeFacts = { factor: kind }
			const notices = accountNotice(context, x, signedIn.account, 'mfa_factor_enrolled', noticeFacts)
			for (const query of notices) await tx.query(query)
		}
		const elevation = { factorId: factor.id, method, drops: kind }
		return { raised: await elevate(context, tx, x, signedIn.account.id, session.id, elevation) }
	})
	const outcome = await judging.catch(throwCredentialExists)
	if ('refusal' in outcome) throw outcome.refusal
	await refundAttempt()
	return json(elevatedSessionJson(context, outcome.raised))
}

function readAnswer(kind: FactorKind, { code = '', webauthn }: z.output<typeof body>): Answer {
	if (kind === 'webauthn') return { code: '', key: parseWebauthnResponse(webauthn) }
	if (!code) throw invalid('Code needs to be non-empty')
	return { code: code.replace(/\s/g, ''), key: undefined }
}

/** Consumes the code of a challenge. @returns false for a wrong one, which is counted; the tenth ends the challenge */
async function verifyPhoneCode({ keys }: AuthContext, tx: Tx, challengeId: string, code: string): Promise<boolean> {
	const hash = hashCode(challengeId, code, keys.secret)
	const [spent] = await tx.query(queries.consumeCodeChallenge(challengeId, hash))
	if (!spent) await tx.query(queries.countWrongAnswer(challengeId))
	return spent !== undefined
}

/** Only one of several concurrent answers gets the challenge. */
async function markChallengeUsed(tx: Tx, challengeId: string): Promise<boolean> {
	const rows = await tx.query(queries.consumeChallenge(challengeId))
	return rows.length > 0
}

async function requireChallenge(
	tx: Tx,
	x: Exchange,
	factor: StoredFactor,
	id: string | undefined,
): Promise<StoredChallenge> {
	const [challenge] = id ? await tx.query<StoredChallenge>(queries.selectChallenge(factor.id, id)) : []
	if (!challenge)
		throw new AuthError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found')
	if (challenge.verified_at || challenge.ip !== x.ip)
		throw new AuthError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.')
	if (challenge.expired)
		throw new AuthError(
			422,
			'mfa_challenge_expired',
			`MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`,
		)
	return challenge
}
