import type { Config } from '#platform/config/config.ts'
import type { Deps } from '#platform/deps.ts'
import { fetchGuarded } from '#platform/http/fetch-guarded.ts'
import { json } from '#platform/http/routing/answer.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import { encodeImage, imagePolicy } from '#platform/media/images/encode-image.ts'
import type { JsonObject } from '#product/http/json-body.ts'
import { readPageAddress } from '#product/web-pages/fetch-page.ts'
import { createPageReader } from '#product/web-pages/page-reader.ts'
import { readConfined } from '#product/web-pages/read-confined.ts'
import type { LinkPreview } from '#shared/import/import-api.ts'
import { maxPictureSide } from '#shared/look/picture-sizes.ts'

const maxPortraitBytes = 5 * 1024 * 1024
const milliseconds = 5000

/**
 * POST /functions/v1/link-preview `{url}`: 200 with what the page tells about a quotation on it, to be looked at before it is saved.
 * 422 with the reason when it cannot be fetched, 429 after sixty in an hour.
 */
export function postLinkPreview({ config, identify }: Pick<Deps, 'config' | 'identify'>): Handler<JsonObject> {
	const readFor = createPageReader(config, milliseconds)
	return async (x, { url }) => {
		const address = readPageAddress(url)
		const { claims } = await identify(x)
		const preview = await readFor(String(claims.sub), address, async (page): Promise<LinkPreview> => {
			const found = await readConfined({ kind: 'content', html: page.html, url: page.url.href })
			return { url: address, ...found, portrait: found.portrait && (await fetchPortrait(found.portrait, config)) }
		})
		return json(preview, 200, { 'cache-control': 'no-store' })
	}
}

/** A picture that cannot be fetched or decoded is left out: the page is of use without it. */
async function fetchPortrait(address: string, config: Pick<Config, 'IMPORT_ALLOW_PRIVATE'>): Promise<string | null> {
	const accept = 'image/webp, image/png, image/jpeg'
	const rules = { milliseconds, allowPrivate: config.IMPORT_ALLOW_PRIVATE, maxBytes: maxPortraitBytes, accept }
	try {
		const { bytes } = await fetchGuarded(address, rules)
		const image = await encodeImage(
			bytes,
			imagePolicy.parse({ max_bytes: maxPortraitBytes, max_side: maxPictureSide.avatar }),
		)
		return `data:${image.mime};base64,${image.bytes.toString('base64')}`
	} catch {
		return null
	}
}
