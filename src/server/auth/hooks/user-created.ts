import { z } from 'zod'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { type Account, userJson } from '#server/auth/users/account.ts'
import { accountById } from '#server/auth/users/user-queries.ts'
import type { Deps } from '#server/deps.ts'
import type { Query } from '#server/pg/sql.ts'
import { HookRefusal } from './hook-errors.ts'
import type { HookCall, Hooks } from './hooks.ts'
import { wordsOf } from './verification.ts'

/** Somebody who is about to get an account. `provider`: by what they come, nothing for anonymous visitors. */
export type Newcomer = {
	id: string
	email?: string | null | undefined
	phone?: string | null | undefined
	provider?: string
	data: Record<string, unknown>
}

/** A newcomer as the wire would show them, with what the reference server knows of one. */
export function newcomerJson({ id, email, phone, provider, data }: Newcomer) {
	const at = new Date()
	return {
		id,
		aud: 'authenticated',
		role: '',
		email: email ?? '',
		phone: phone ?? '',
		app_metadata: provider ? { provider, providers: [provider] } : {},
		user_metadata: data,
		identities: [],
		created_at: at,
		updated_at: at,
		is_anonymous: provider === undefined,
	}
}

/**
 * Asks the before-user-created hook, if there is one, whether somebody may have an account.
 * @throws HookRefusal when they may not; other AuthErrors when the hook fails
 */
export async function askBeforeUserCreated(
	{ hooks }: Pick<AuthContext, 'hooks'>,
	newcomer: Newcomer,
	call: HookCall,
): Promise<void> {
	if (!hooks.beforeUserCreated) return
	const answer = await hooks.beforeUserCreated.run({ user: newcomerJson(newcomer) }, call)
	if (answer.decision === 'reject')
		throw new HookRefusal(403, wordsOf(answer, 'This account may not be made.'))
}

/**
 * The statement that has the after-user-created hook told, if there is one, to run in the transaction that makes the user: the hook
 * hears of everybody who was made, of nobody else, and nobody waits for it.
 */
export function tellUserCreated(
	{ config, jobs }: Pick<AuthContext, 'config' | 'jobs'>,
	userId: string,
	ip: string,
): Query[] {
	return config.HOOK_AFTER_USER_CREATED_URI ? [jobs.enqueue(job, { userId, ip })] : []
}

/** After the commit: the after-user-created hook hears of it now and not at the queue's next turn. */
export function wakeUserCreated({ config, jobs }: Pick<AuthContext, 'config' | 'jobs'>): void {
	if (config.HOOK_AFTER_USER_CREATED_URI) jobs.wake()
}

const job = 'hook-user-created'
const payload = z.object({ userId: z.uuid(), ip: z.string() })

/** Calls the after-user-created hook for users who were made and are still there. */
export function registerUserCreated({ db, jobs }: Pick<Deps, 'db' | 'jobs'>, hooks: Hooks): void {
	jobs.handle(job, async (given) => {
		const { userId, ip } = payload.parse(given)
		const [account] = await db.as(authService, (tx) => tx.final<Account>(accountById(userId)), {
			readOnly: true,
		})
		if (account) await hooks.afterUserCreated?.run({ user: userJson(account) }, { ip })
	})
}
