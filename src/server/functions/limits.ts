import type { Deps } from '#server/deps.ts'
import { setLimit } from './limit-queries.ts'

/** Tells the database what the settings allow an account. Of nodes with different settings the one that started last counts. */
export async function tellLimits({ config, db }: Pick<Deps, 'config' | 'db'>): Promise<void> {
	const { RATE_LIMITS, SPACES_PER_ACCOUNT } = config
	const setting = setLimit('spaces_per_account', RATE_LIMITS ? SPACES_PER_ACCOUNT : null)
	await db.as({ role: 'service_role' }, (tx) => tx.final(setting))
}
