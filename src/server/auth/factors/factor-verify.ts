import type { Context } from 'hono'
import { z } from 'zod'
import type { AuthContext } from '#server/auth/auth-context.ts'
import type { AuthMethod } from '#server/auth/bearer/access-token.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { optional, parseBody, text } from '#server/auth/body.ts'
import { readText } from '#server/auth/body-text.ts'
import { AuthError, invalid } from '#server/auth/errors.ts'
import { judgeFactor } from '#server/auth/hooks/verification.ts'
import { noticeMail } from '#server/auth/mail-links/notices.ts'
import { explainTakenKey } from '#server/auth/passkeys/passkey-rules.ts'
import type { Env } from '#server/deps.ts'
import type { Tx } from '#server/pg/db.ts'
import { type FactorKind, readVerifiable } from './factor-kinds.ts'
import {
	challengeOf,
	type StoredChallenge,
	type StoredFactor,
	spendChallenge,
} from './factor-queries.ts'
import { countGuess, requireEqualProof, requireFactor, requireSession } from './own-factor.ts'
import { answerByCode } from './phone-factor.ts'
import { raise, raisedJson } from './raise-session.ts'
import { answerByTotp } from './totp-factor.ts'
import { answerByKey, type KeyAnswer, requireKeyAnswer } from './webauthn-factor.ts'

const body = z.object({
	challenge_id: optional(z.guid()),
	code: text,
	webauthn: optional(z.object({ type: text, credential_response: z.unknown().optional() })),
})

/** What the caller puts forward: a code, or what a key signed. */
type Answer = { code: string; key: KeyAnswer | undefined }
type Prover = (
	context: AuthContext,
	tx: Tx,
	proof: { factor: StoredFactor; challenge: StoredChallenge; answer: Answer },
) => Promise<boolean>

const provers: Record<FactorKind, Prover> = {
	totp: async ({ keys }, tx, { factor, challenge, answer }) =>
		(await answerByTotp(tx, factor, answer.code, keys.secret)) && isSpent(tx, challenge.id),
	phone: (context, tx, { challenge, answer }) =>
		answerByCode(context, tx, challenge.id, answer.code),
	webauthn: async (context, tx, { factor, challenge, answer: { key } }) =>
		key !== undefined &&
		(await answerByKey(context, tx, factor, challenge, key)) &&
		isSpent(tx, challenge.id),
}
const methods: Record<FactorKind, AuthMethod> = {
	totp: 'totp',
	phone: 'mfa/phone',
	webauthn: 'mfa/webauthn',
}
const refusals: Record<FactorKind, string> = {
	totp: 'Invalid TOTP code entered',
	phone: 'Invalid MFA Phone code entered',
	webauthn: 'Invalid WebAuthn response',
}

/** POST /factors/{id}/verify: the second factor raises this session to aal2 (auth.md §3.6). */
export function verifyFactor(context: AuthContext) {
	const { config, db, jobs } = context
	return async (c: Context<Env>) => {
		const rightGuess = await countGuess(context, c, c.req.param('id') ?? '')
		const sent = await readText(c)
		// Refusals of an answer are told after the commit: wrong ones are counted.
		const judging = db.as(authService, async (tx) => {
			const { signedIn, factor } = await requireFactor(context, c, tx)
			const kind = readVerifiable(config, factor.factor_type)
			requireEqualProof(signedIn, factor)
			const given = parseBody(sent, body)
			const answer = readAnswer(kind, given)
			const session = requireSession(signedIn)
			const challenge = await requireChallenge(tx, c, factor, given.challenge_id)
			const valid = await provers[kind](context, tx, { factor, challenge, answer })
			const attempt = { userId: signedIn.account.id, factorId: factor.id, valid }
			// As in the reference, the hook judges codes and not keys.
			const rejection =
				kind !== 'webauthn' &&
				(await judgeFactor(context, { ip: c.var.ip, tx }, { ...attempt, factorType: kind }))
			if (rejection) return { refusal: rejection }
			if (!valid) return { refusal: wrong(kind) }
			if (factor.status === 'unverified') {
				const told = { factor: kind }
				const notices = noticeMail(context, c, signedIn.account, 'mfa_factor_enrolled', told)
				for (const query of notices) await tx.query(query)
			}
			const rise = { factorId: factor.id, method: methods[kind], drops: kind }
			return { raised: await raise(context, tx, c, signedIn.account.id, session.id, rise) }
		})
		const outcome = await judging.catch(explainTakenKey)
		if ('refusal' in outcome) throw outcome.refusal
		await rightGuess()
		jobs.wake()
		return c.json(raisedJson(context, outcome.raised))
	}
}

function wrong(kind: FactorKind): AuthError {
	return new AuthError(422, 'mfa_verification_failed', refusals[kind])
}

function readAnswer(kind: FactorKind, { code = '', webauthn }: z.output<typeof body>): Answer {
	if (kind === 'webauthn') return { code: '', key: requireKeyAnswer(webauthn) }
	if (!code) throw invalid('Code needs to be non-empty')
	return { code: code.replace(/\s/g, ''), key: undefined }
}

/** Of many answers at the same time one gets the challenge. */
async function isSpent(tx: Tx, challengeId: string): Promise<boolean> {
	const rows = await tx.query(spendChallenge(challengeId))
	return rows.length > 0
}

async function requireChallenge(
	tx: Tx,
	c: Context<Env>,
	factor: StoredFactor,
	id: string | undefined,
): Promise<StoredChallenge> {
	const [challenge] = id ? await tx.query<StoredChallenge>(challengeOf(factor.id, id)) : []
	if (!challenge)
		throw new AuthError(
			422,
			'mfa_factor_not_found',
			'MFA factor with the provided challenge ID not found',
		)
	if (challenge.verified_at || challenge.ip !== c.var.ip)
		throw new AuthError(
			422,
			'mfa_ip_address_mismatch',
			'Challenge and verify IP addresses mismatch.',
		)
	if (challenge.expired)
		throw new AuthError(
			422,
			'mfa_challenge_expired',
			`MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`,
		)
	return challenge
}
