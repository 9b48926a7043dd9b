import type { Deps } from '#platform/deps.ts'
import { apiHeaders } from '#platform/http/response/security-headers.ts'
import { text } from '#platform/http/routing/answer.ts'
import { createRoutes, type Route, type Routes } from '#platform/http/routing/route.ts'
import { removeAbandonedFiles, tempFolder } from '#platform/media/files/temp-file.ts'
import { isOutage } from '#platform/pg/pg-errors.ts'
import { productVersion } from '#platform/product-version.ts'
import { bucketRoutes } from './buckets/bucket-routes.ts'
import { linkRoutes } from './links/link-routes.ts'
import { createLinkSigner } from './links/link-token.ts'
import { listRoutes } from './objects/list-routes.ts'
import { moveRoutes } from './objects/move-routes.ts'
import { objectRoutes } from './objects/object-routes.ts'
import { sweepFiles } from './objects/sweep-files.ts'
import { renderRoutes } from './render/routes.ts'
import { renderStorageError } from './render-error.ts'
import { resumableRoutes } from './resumable/routes.ts'
import { sweepUploads } from './resumable/sweep-uploads.ts'
import { readJson } from './storage-context.ts'
import { StorageError } from './storage-error.ts'

/**
 * storage/v1. Everything runs as the caller under row-level security, except reading public buckets and signed links,
 * which the service does itself.
 */
export function storageRoutes(deps: Deps): Route[] {
	const parts = { deps, links: createLinkSigner(deps.keys) }
	deps.jobs.repeat('sweep_files', 86_400, async () => {
		await sweepFiles(deps)
		await removeAbandonedFiles(tempFolder(deps.config))
	})
	deps.jobs.repeat('sweep_uploads', 3600, () => sweepUploads(deps).then(() => {}))
	const routes = createRoutes({
		prefix: '/storage/v1',
		trust: 'caller',
		headers: apiHeaders(deps.config),
		cors: true,
		compress: false,
		admit(x) {
			const { body } = x.options
			return body && readJson(x, body)
		},
		renderError(error, x) {
			const [answer, isUnexpected] = renderStorageError(error, x)
			const { requestId } = x
			if (isUnexpected) deps.log.error({ err: error, requestId }, 'unexpected')
			else if (isOutage(error)) deps.log.warn({ err: error, requestId }, 'the database is away')
			return answer
		},
		unknown() {
			throw new StorageError('NotFound', 'There is nothing at this address')
		},
	})
	resumableRoutes(routes, parts)
	renderRoutes(routes, parts)
	bucketRoutes(routes, parts)
	linkRoutes(routes, parts)
	listRoutes(routes, parts)
	moveRoutes(routes, parts)
	objectRoutes(routes, parts)
	statusRoutes(routes)
	return routes.list
}

/** Status and version, which monitors request from Supabase's storage server. */
function statusRoutes(routes: Routes): void {
	const version = productVersion()
	const headers = { 'content-type': 'text/plain;charset=UTF-8' }
	// Supabase's acceptance tests use the second path.
	for (const path of ['/status', '/statusz']) routes.get(path, () => text('', 200, headers), { trust: 'public' })
	routes.get('/version', () => text(version, 200, headers), { trust: 'public' })
}
