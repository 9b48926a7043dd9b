import type { Deps } from '#server/deps.ts'
import { setLimits } from './limit-queries.ts'

/** Tells the database what the settings allow an account. Of nodes with different settings the one that started last counts. */
export async function tellLimits({ config, db }: Pick<Deps, 'config' | 'db'>): Promise<void> {
	const held = (most: number) => (config.RATE_LIMITS ? most : null)
	const limits = setLimits({
		spaces_per_account: held(config.SPACES_PER_ACCOUNT),
		addresses_per_space: held(config.ADDRESSES_PER_SPACE),
	})
	await db.as({ role: 'service_role' }, (tx) => tx.final(limits))
}
