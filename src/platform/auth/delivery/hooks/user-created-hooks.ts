import { z } from 'zod'
import { type Account, userJson } from '#platform/auth/accounts/users/account.ts'
import { throwUsernameTaken } from '#platform/auth/accounts/users/insert-user.ts'
import { accountById } from '#platform/auth/accounts/users/user-queries.ts'
import type { DeliveryContext } from '#platform/auth/delivery/delivery-context.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import type { Deps } from '#platform/deps.ts'
import type { Tx } from '#platform/pg/db.ts'
import type { Query } from '#platform/pg/sql.ts'
import { HookRefusal } from './hook-errors.ts'
import type { HookCall, Hooks } from './hooks.ts'
import { hookMessage } from './verification-hooks.ts'

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
