import type { Deps } from '#platform/deps.ts'
import type { Handler, Route } from '#platform/http/routing/route.ts'
import { productVersion } from '#platform/product-version.ts'
import { publicJson } from '#product/http/public-json.ts'
import { describeApi } from './describe-api.ts'

/**
 * GET /functions/v1/openapi.json: the API as OpenAPI 3.1. It is the same for every caller, and made at the first request.
 * @param routes all functions; called once the table is complete
 */
export function getOpenApi({ config }: Pick<Deps, 'config'>, routes: () => readonly Route[]): Handler {
	let document: Buffer | undefined
	return (x) => {
		document ??= Buffer.from(JSON.stringify(describeApi(routes(), config.SITE_URL, productVersion())))
		return publicJson(x, document, 'public, max-age=300')
	}
}
