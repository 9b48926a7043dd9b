import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#platform/http/response/app-error.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import { rootWire } from '#platform/http/routing/root-wire.ts'
import { createRoutes, type Route } from '#platform/http/routing/route.ts'
import { type ServedBytes, serveBytes } from '#platform/media/files/serve-bytes.ts'
import type { Query } from '#platform/pg/sql.ts'
import { isUuid } from '#platform/uuid.ts'
import { cdnHeaders, hasCredentials } from '#product/http/cdn-headers.ts'
import { anon, readQuery, service } from '#product/run-query.ts'
import { mediaObject, publicCaptions, signedCaptions, signedMediaObject } from './queries.ts'
import { isMediaUrlValid } from './signed-media-url.ts'

type MediaObject = {
	version: string
	updated_at: Date
	metadata: { eTag: string; mimetype: string; size: number }
}

const publicCacheControl = 'public, max-age=30'
const privateCacheControl = 'private, max-age=900'

type PublicQuery = (path: string) => Query
type SignedQuery = (path: string, space: string, testimonial: string) => Query

/**
 * GET /media/{space}/{testimonial}/{file}: a file or captions, of a public testimonial or by its submitter's signed link.
 * Permission is checked on each request, so that a withdrawn recording ends at the next range that a player asks for.
 */
export function mediaRoutes({ config, db, files, keys, log }: Deps): Route[] {
	const routes = createRoutes(rootWire({ log }))

	/** Reads as anyone who has the address, or past row-level security by a signed link to this file. */
	async function find<Row extends object>(x: Exchange, path: string, ofPublic: PublicQuery, ofSigned: SignedQuery) {
		const [space, testimonial] = [x.param('space'), x.param('testimonial')]
		const isSigned = isUuid(space) && isUuid(testimonial) && isMediaUrlValid(keys.secret, path, x.query())
		const query = isSigned ? ofSigned(path, space, testimonial) : ofPublic(path)
		const [row] = await readQuery<Row>(db, isSigned ? service : anon, query, isUuid(space) ? space : undefined)
		if (!row) return undefined
		if (isSigned) return { row, caching: { 'cache-control': privateCacheControl } }
		const surrogateKeys = [`testimonial-${testimonial.toLowerCase()}`, `space-${space.toLowerCase()}`]
		const forCdn = isUuid(space) && isUuid(testimonial) ? cdnHeaders(config, publicCacheControl, surrogateKeys) : {}
		if (config.CDN_PURGE_URL && hasCredentials(x)) return { row, caching: { 'cache-control': 'private, max-age=30' } }
		return { row, caching: { 'cache-control': publicCacheControl, ...forCdn } }
	}

	async function findFile(x: Exchange, path: string): Promise<ServedBytes | null> {
		const found = await find<MediaObject>(x, path, mediaObject, signedMediaObject)
		if (!found) return null
		const object = found.row
		const { eTag, size, mimetype } = object.metadata
		return {
			size,
			etag: eTag,
			modified: object.updated_at,
			headers: mediaHeaders(mimetype, found.caching),
			read: (range) => files.read(object.version, range),
			releaseBuffers: true,
		}
	}

	async function findCaptions(x: Exchange, path: string): Promise<ServedBytes | null> {
		const found = await find<{ vtt: string; updated_at: Date }>(x, path, publicCaptions, signedCaptions)
		if (!found) return null
		const captions = found.row
		const bytes = Buffer.from(captions.vtt)
		return {
			size: bytes.length,
			etag: `"${createHash('sha1').update(bytes).digest('base64url')}"`,
			modified: captions.updated_at,
			headers: mediaHeaders('text/vtt; charset=utf-8', found.caching),
			read: async (range) => Readable.from([range ? bytes.subarray(range.from, range.to + 1) : bytes]),
			releaseBuffers: false,
		}
	}

	const serve = async (x: Exchange) => {
		const path = `${x.param('space')}/${x.param('testimonial')}/${x.param('file')}`
		// PostgreSQL refuses this character in any text.
		if (path.includes('\0')) throw notFound()
		const found = await (path.endsWith('.vtt') ? findCaptions(x, path) : findFile(x, path))
		const answer = found && (await serveBytes(x, found))
		if (!answer) throw notFound()
		return answer
	}
	routes.get('/media/:space/:testimonial/:file', serve, { trust: 'link' })
	return routes.list
}

function mediaHeaders(type: string, caching: Record<string, string>): Record<string, string> {
	return {
		'content-type': type,
		...caching,
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
