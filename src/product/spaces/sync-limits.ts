import type { Deps } from '#platform/deps.ts'
import { runQuery, service } from '#product/run-query.ts'
import { setLimits } from './queries.ts'

/** Writes the settings that database functions read into the database. Of nodes with different settings, the last one to start wins. */
export async function syncLimits({ config, db }: Pick<Deps, 'config' | 'db'>): Promise<void> {
	const limitOrNull = (limit: number) => (config.RATE_LIMITS ? limit : null)
	const limits = setLimits({
		spaces_per_account: limitOrNull(config.SPACES_PER_ACCOUNT),
		addresses_per_space: limitOrNull(config.ADDRESSES_PER_SPACE),
		invitations_hourly: limitOrNull(config.INVITATIONS_HOURLY),
		invitations_daily: limitOrNull(config.INVITATIONS_DAILY),
		member_mails_per_space: limitOrNull(config.TEAM_MAILS_PER_SPACE_HOURLY),
		archives_hourly: limitOrNull(config.ARCHIVES_PER_ACCOUNT_HOURLY),
		// True when changes of spaces queue purges.
		cdn_purges: config.CDN_PURGE_URL ? 1 : 0,
		webhooks_private: config.WEBHOOKS_PRIVATE ? 1 : 0,
	})
	await runQuery(db, service, limits)
}
