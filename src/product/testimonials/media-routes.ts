import type { Deps } from '#platform/deps.ts'
import { AppError } from '#platform/http/response/app-error.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import { rootWire } from '#platform/http/routing/root-wire.ts'
import { createRoutes, type Route } from '#platform/http/routing/route.ts'
import { serveBytes } from '#platform/media/files/serve-bytes.ts'
import type { Claims } from '#platform/pg/db.ts'
import { mediaObject } from './queries.ts'
import { isMediaUrlValid } from './signed-media-url.ts'

type MediaObject = {
	version: string
	updated_at: Date
	metadata: { eTag: string; mimetype: string; size: number }
}

const publicCacheControl = 'public, max-age=30'
const privateCacheControl = 'private, max-age=900'

/**
 * GET /media/{space}/{testimonial}/{file}: a file of a public testimonial, or any by its submitter's signed link. Permission is
 * checked on each request, so that a withdrawn photo is gone at once.
 */
export function mediaRoutes({ db, files, keys, log }: Deps): Route[] {
	const routes = createRoutes(rootWire({ log }))
	const serve = async (x: Exchange) => {
		const path = `${x.param('space')}/${x.param('testimonial')}/${x.param('file')}`
		const isSigned = isMediaUrlValid(keys.secret, path, x.query())
		const claims: Claims = { role: isSigned ? 'service_role' : 'anon' }
		const [object] = await db.as(claims, (tx) => tx.final<MediaObject>(mediaObject(path)), {
			readOnly: true,
		})
		if (!object) throw notFound()
		const { eTag, size } = object.metadata
		const answer = await serveBytes(x, {
			size,
			etag: eTag,
			modified: object.updated_at,
			headers: mediaHeaders(object, isSigned),
			read: (range) => files.read(object.version, range),
			releaseBuffers: true,
		})
		if (!answer) throw notFound()
		return answer
	}
	routes.get('/media/:space/:testimonial/:file', serve, { trust: 'link' })
	return routes.list
}

function mediaHeaders({ metadata }: MediaObject, isSigned: boolean): Record<string, string> {
	return {
		'content-type': metadata.mimetype,
		'cache-control': isSigned ? privateCacheControl : publicCacheControl,
		// Walls are embedded in other sites. The sandbox keeps a file from running script.
		'cross-origin-resource-policy': 'cross-origin',
		'access-control-allow-origin': '*',
		'content-security-policy': "default-src 'none'; sandbox",
		'x-content-type-options': 'nosniff',
		'x-robots-tag': 'noimageindex',
	}
}

function notFound(): AppError {
	return new AppError(404, 'not_found', 'There is nothing at this address.', {
		headers: { 'cache-control': 'no-store' },
	})
}
