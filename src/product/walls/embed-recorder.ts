import type { Deps } from '#platform/deps.ts'
import { createBatchedWrites } from '#platform/pg/batched-writes.ts'
import type { DailyViews } from '#product/page-views/daily-views.ts'
import { isBot } from '#product/page-views/is-bot.ts'
import { recordEmbeds, type SeenEmbed } from './queries.ts'

export type EmbedRecorder = ReturnType<typeof createEmbedRecorder>

const embedTarget = /^\/embed\/([0-9a-f-]{36})(\.js|\.html)?(?:\?(.*))?$/
const referrerHost = /^https?:\/\/([\w.:[\]-]{1,120})(?:[/?#]|$)/i
const reservedParameter = /(?:^|&)reserves=(\d{2,4}-\d{2,4}-\d{2,4})(?:&|$)/

/**
 * Notes which sites load which wall, by the host that browsers name in `Referer`, and the heights that their code reserves, so that
 * the studio can say who still has the code of an earlier layout, and counts those loads. Nothing about visitors is kept. Called once per
 * process.
 */
export function createEmbedRecorder(deps: Pick<Deps, 'config' | 'db' | 'log'>, daily: Pick<DailyViews, 'countEmbed'>) {
	const { put, flush } = createBatchedWrites<SeenEmbed>(deps, recordEmbeds, 'sites of walls not noted')
	const own = new URL(deps.config.SITE_URL).host
	return {
		/**
		 * @param target path and query of an answered request
		 * @param referrer its header `Referer`
		 * @param userAgent its header `User-Agent`
		 * @param ownHost its header `Host`: pages at any address of this server are ours
		 */
		note(target: string, referrer: string | undefined, userAgent: string | undefined, ownHost?: string): void {
			if (referrer === undefined) return
			const [, wall_id, end, query = ''] = embedTarget.exec(target) ?? []
			const host = referrerHost.exec(referrer)?.[1]?.toLowerCase()
			if (!wall_id || !host || host === own || host === ownHost?.toLowerCase()) return
			if (!isBot(userAgent)) daily.countEmbed(wall_id)
			const kind = end === undefined ? 'frame' : 'script'
			const reserves = reservedParameter.exec(query)?.[1] ?? ''
			put(`${wall_id} ${kind} ${host}`, () => ({ wall_id, host, kind, reserves }))
		},
		/** Writes the pending sites. Never rejects: a failure is logged, and its sites are noted at their next visit. */
		flush,
	}
}
