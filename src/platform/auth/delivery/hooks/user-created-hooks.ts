import { z } from 'zod'
import { deleteAllSessionsOf } from '#platform/auth/accounts/sessions/session-queries.ts'
import { type Account, userJson } from '#platform/auth/accounts/users/account.ts'
import { throwUsernameTaken } from '#platform/auth/accounts/users/insert-user.ts'
import { accountById } from '#platform/auth/accounts/users/user-queries.ts'
import type { DeliveryContext } from '#platform/auth/delivery/delivery-context.ts'
import { AuthError } from '#platform/auth/errors.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import type { Deps } from '#platform/deps.ts'
import type { Tx } from '#platform/pg/db.ts'
import type { Query } from '#platform/pg/sql.ts'
import { HookRefusal, maxMessageLength } from './hook-errors.ts'
import type { HookCall, Hooks } from './hooks.ts'

/** A user about to be created. `provider` is undefined for anonymous users. */
export type NewUserCandidate = {
	id: string
	email?: string | null | undefined
	phone?: string | null | undefined
	provider?: string
	data: Record<string, unknown>
}

/** The wire form of a user about to be created, with the fields that Supabase Auth sends. */
export function newUserCandidateJson(
	{ id, email, phone, provider, data }: NewUserCandidate,
	isConfirmationSent = false,
) {
	const now = new Date()
	return {
		id,
		aud: 'authenticated',
		role: '',
		email: email ?? '',
		phone: phone ?? '',
		...(isConfirmationSent ? { confirmation_sent_at: now } : {}),
		app_metadata: provider ? { provider, providers: [provider] } : {},
		user_metadata: data,
		identities: [],
		created_at: now,
		updated_at: now,
		is_anonymous: provider === undefined,
	}
}

/**
 * Asks the before-user-created hook, if there is one, whether the user may be created.
 * @throws HookRefusal when it refuses; other AuthErrors when it fails
 */
export async function runBeforeUserCreatedHook(
	{ hooks }: Pick<DeliveryContext, 'hooks'>,
	candidate: NewUserCandidate,
	call: HookCall,
): Promise<void> {
	if (!hooks.beforeUserCreated) return
	const answer = await hooks.beforeUserCreated.run({ user: newUserCandidateJson(candidate) }, call)
	if (answer.decision === 'reject') throw new HookRefusal(403, hookMessage(answer, 'This account may not be made.'))
}

/**
 * The statement that queues the after-user-created hook, if there is one, for the transaction that creates the user:
 * it runs for committed users only, and no request waits for it.
 */
export function enqueueAfterUserCreatedHook(
	{ config, jobs }: Pick<DeliveryContext, 'config' | 'jobs'>,
	userId: string,
	ip: string,
): Query[] {
	return config.HOOK_AFTER_USER_CREATED_URI ? [jobs.enqueue(jobName, { userId, ip })] : []
}

/**
 * Runs a transaction that may create a user.
 * @param data the metadata of the user
 * @throws AuthError 409 username_taken
 */
export function createUser<T>(
	{ db }: Pick<DeliveryContext, 'db'>,
	data: Record<string, unknown>,
	work: (tx: Tx) => Promise<T>,
): Promise<T> {
	return db.as(authServiceRole, work).catch((error) => throwUsernameTaken({ db }, error, data.username))
}

const jobName = 'hook-user-created'
const payload = z.object({ userId: z.uuid(), ip: z.string() })

/** Calls the after-user-created hook for users who still exist. */
export function registerAfterUserCreatedHookJob({ db, jobs }: Pick<Deps, 'db' | 'jobs'>, hooks: Hooks): void {
	jobs.handle(jobName, async (jobData) => {
		const { userId, ip } = payload.parse(jobData)
		const [account] = await db.as(authServiceRole, (tx) => tx.final<Account>(accountById(userId)), {
			readOnly: true,
		})
		if (account) await hooks.afterUserCreated?.run({ user: userJson(account) }, { ip })
	})
}

/** An attempt to verify a second factor. `valid`: the code is correct. */
type FactorAttempt = {
	userId: string
	factorId: string
	factorType: 'totp' | 'phone' | 'recovery_code'
	valid: boolean
}

/**
 * Asks the mfa-verification hook, if there is one. A rejection signs the user out everywhere, in this transaction.
 * @returns the refusal to answer with after the commit; undefined when the attempt counts
 */
export async function runMfaVerificationHook(
	{ hooks }: DeliveryContext,
	call: HookCall & { tx: Tx },
	{ userId, factorId, factorType, valid }: FactorAttempt,
): Promise<AuthError | undefined> {
	if (!hooks.mfaVerification) return undefined
	const attempt = { user_id: userId, factor_id: factorId, factor_type: factorType, valid }
	const answer = await hooks.mfaVerification.run(attempt, call)
	if (answer.decision !== 'reject') return undefined
	await call.tx.query(deleteAllSessionsOf(userId))
	const message = hookMessage(answer, 'Further MFA verification attempts will be rejected.')
	return new AuthError(403, 'mfa_verification_rejected', message)
}

/**
 * Asks the password-verification hook, if there is one; for an unknown account it only takes as long.
 * @throws AuthError 400 invalid_credentials when it rejects; on request of the hook the user is signed out everywhere
 */
export async function runPasswordVerificationHook(
	{ db, hooks }: Pick<DeliveryContext, 'db' | 'hooks'>,
	call: HookCall,
	userId: string | undefined,
	valid: boolean,
): Promise<void> {
	const hook = hooks.passwordVerification
	if (!hook) return
	if (!userId) return hook.simulate()
	const answer = await hook.run({ user_id: userId, valid }, call)
	if (answer.decision !== 'reject') return
	if (answer.should_logout_user === true) await db.as(authServiceRole, (tx) => tx.final(deleteAllSessionsOf(userId)))
	const message = hookMessage(answer, 'Further password verification attempts will be rejected.')
	throw new AuthError(400, 'invalid_credentials', message)
}

/** The message of an answer, else the default. */
function hookMessage({ message }: Record<string, unknown>, otherwise: string): string {
	return typeof message === 'string' && message ? message.slice(0, maxMessageLength) : otherwise
}
