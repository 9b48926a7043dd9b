import { Hono } from 'hono'
import type { Deps, Env } from '#server/deps.ts'
import { removeAbandoned, spoolFolder } from '#server/media/spool.ts'
import { isOutage } from '#server/pg/outage.ts'
import { bucketRoutes } from './bucket-routes.ts'
import { linkRoutes } from './link-routes.ts'
import { listRoutes } from './list-routes.ts'
import { moveRoutes } from './move-routes.ts'
import { objectRoutes } from './object-routes.ts'
import { renderRoutes } from './render/routes.ts'
import { renderStorageError } from './render-error.ts'
import { resumableRoutes } from './resumable/routes.ts'
import { sweepUploads } from './resumable/sweep.ts'
import { createLinks } from './signed-token.ts'
import { statusRoutes } from './status-routes.ts'
import { StorageError } from './storage-error.ts'
import { sweepFiles } from './sweep.ts'

/**
 * storage/v1 (data.md §4). Everything runs as the caller under row-level security, but for two things that the service
 * does itself: serving public buckets, and what a link that it signed grants.
 */
export function storageRoutes(deps: Deps): Hono<Env> {
	const parts = { deps, links: createLinks(deps.keys) }
	deps.jobs.repeat('sweep_files', 86_400, async () => {
		await sweepFiles(deps)
		await removeAbandoned(spoolFolder(deps.config))
	})
	deps.jobs.repeat('sweep_uploads', 3600, () => sweepUploads(deps).then(() => {}))
	const app = new Hono<Env>()
	// Words that stand where a bucket's name would (sign, list, move, …) go first.
	app.route('/', resumableRoutes(parts))
	app.route('/', renderRoutes(parts))
	app.route('/', bucketRoutes(parts))
	app.route('/', linkRoutes(parts))
	app.route('/', listRoutes(parts))
	app.route('/', moveRoutes(parts))
	app.route('/', objectRoutes(parts))
	app.route('/', statusRoutes())
	app.all('*', () => {
		throw new StorageError('NotFound', 'There is nothing at this address')
	})
	app.onError((error, c) => {
		const [response, isUnexpected] = renderStorageError(error, c)
		const { requestId } = c.var
		if (isUnexpected) deps.log.error({ err: error, requestId }, 'unexpected')
		else if (isOutage(error)) deps.log.warn({ err: error, requestId }, 'the database is away')
		return response
	})
	return app
}
