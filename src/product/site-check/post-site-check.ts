import { z } from 'zod'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#platform/http/response/app-error.ts'
import { json } from '#platform/http/routing/answer.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import { invalid } from '#product/http/errors.ts'
import type { JsonObject } from '#product/http/json-body.ts'
import { type OthersPage, readPageAddress } from '#product/web-pages/fetch-page.ts'
import { createPageReader } from '#product/web-pages/page-reader.ts'
import { readConfined } from '#product/web-pages/read-confined.ts'
import type { SiteCheck } from '#shared/instance/site-check.ts'
import { findWall } from './queries.ts'
import { findObstacles } from './read-policy.ts'

const milliseconds = 8000
const uuid = z.uuid()

/**
 * POST /functions/v1/site-check `{wall_id, url}`: 200 with whether the page contains the code of the wall, and what its security policy
 * keeps from it. 404 unless the caller is a member who reads the wall, 422 with the reason when the page cannot be fetched, 429 after
 * sixty in an hour.
 */
export function postSiteCheck({ config, db, identify }: Pick<Deps, 'config' | 'db' | 'identify'>): Handler<JsonObject> {
	const readFor = createPageReader(config, milliseconds)
	const { origin } = new URL(config.SITE_URL)
	return async (x, { wall_id, url }) => {
		const { data: wallId } = uuid.safeParse(wall_id)
		if (!wallId) throw invalid({ wall_id: 'This is not the id of a wall.' })
		const address = readPageAddress(url)
		const { claims } = await identify(x)
		const [wall] = await db.as(claims, (tx) => tx.final<{ id: string }>(findWall(wallId)))
		if (!wall) throw new AppError(404, 'not_found', 'There is no such wall, or you are not a member of its space.')
		const check = await readFor(String(claims.sub), address, (page) => checkPage(page, wallId, origin))
		return json(check, 200, { 'cache-control': 'no-store' })
	}
}

async function checkPage(page: OthersPage, wallId: string, origin: string): Promise<SiteCheck> {
	const { url, headers, html, bytes, milliseconds } = page
	const { code, policies } = await readConfined({ kind: 'code', html, wallId, origin })
	const header = [headers['content-security-policy'] ?? []].flat()
	const obstacles = findObstacles([...policies, ...header], code?.kind ?? 'script', origin)
	return { url: url.href, milliseconds, bytes, code, obstacles }
}
