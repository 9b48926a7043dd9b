import type { Deps } from '#platform/deps.ts'
import type { Handler, Route } from '#platform/http/routing/route.ts'
import { productVersion } from '#platform/product-version.ts'
import { publicJson } from '#product/http/public-json.ts'

/**
 * GET /functions/v1/openapi.json: the API as OpenAPI 3.1. It is the same for every caller, and loaded and made at the first request.
 * @param routes all functions; called once the table is complete
 */
export function getOpenApi({ config }: Pick<Deps, 'config'>, routes: () => readonly Route[]): Handler {
	let document: Promise<Buffer> | undefined
	const makeDocument = async () => {
		const { describeApi } = await import('./describe-api.ts')
		return Buffer.from(JSON.stringify(describeApi(routes(), config.SITE_URL, productVersion())))
	}
	return async (x) => {
		document ??= makeDocument()
		return publicJson(x, await document, 'public, max-age=300')
	}
}
