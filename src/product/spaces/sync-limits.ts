import type { Deps } from '#platform/deps.ts'
import { setLimits } from './queries.ts'

/** Writes the account limits of the settings into the database. Of nodes with different settings, the last one to start wins. */
export async function syncLimits({ config, db }: Pick<Deps, 'config' | 'db'>): Promise<void> {
	const limitOrNull = (limit: number) => (config.RATE_LIMITS ? limit : null)
	const limits = setLimits({
		spaces_per_account: limitOrNull(config.SPACES_PER_ACCOUNT),
		addresses_per_space: limitOrNull(config.ADDRESSES_PER_SPACE),
		invitations_hourly: limitOrNull(config.INVITATIONS_HOURLY),
		invitations_daily: limitOrNull(config.INVITATIONS_DAILY),
		member_mails_per_space: limitOrNull(config.TEAM_MAILS_PER_SPACE_HOURLY),
	})
	await db.as({ role: 'service_role' }, (tx) => tx.final(limits))
}
