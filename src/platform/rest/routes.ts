import type { Deps } from '#platform/deps.ts'
import { apiHeaders } from '#platform/http/response/security-headers.ts'
import { createRoutes, type Route } from '#platform/http/routing/route.ts'
import type { RestOptions } from './respond/request-context.ts'
import { basePath, createRest } from './service.ts'

/** rest/v1: one handler for every address and method. It words its errors itself, as they depend on the caller's claims. */
export function restRoutes(deps: Deps, options: Partial<RestOptions> = {}): Route[] {
	const routes = createRoutes({
		prefix: basePath,
		trust: 'caller',
		headers: apiHeaders(deps.config),
		cors: true,
		compress: true,
		renderError(error) {
			throw error
		},
	})
	routes.all('/*', createRest(deps, options))
	return routes.list
}
