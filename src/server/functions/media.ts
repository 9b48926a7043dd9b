import { Hono } from 'hono'
import type { Deps, Env } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { serveBytes } from '#server/media/serve-bytes.ts'
import type { Claims } from '#server/pg/db.ts'
import { opensMedia } from './media-link.ts'
import { mediaObject } from './media-queries.ts'

type MediaObject = {
	version: string
	updated_at: Date
	metadata: { eTag: string; mimetype: string; size: number }
}

const shortly = 'public, max-age=30'
const privately = 'private, max-age=900'

/**
 * GET /media/{space}/{testimonial}/{file}: what belongs to a testimonial, while the public may see it, or by a link that
 * its submitter was given. Whoever may see it is asked of the database each time, so that a withdrawn photo is gone at once.
 */
export function mediaRoutes({ db, files, keys }: Deps): Hono<Env> {
	const routes = new Hono<Env>()
	routes.get('/media/:space/:testimonial/:file', async (c) => {
		const { space, testimonial, file } = c.req.param()
		const path = `${space}/${testimonial}/${file}`
		const isOpened = opensMedia(keys.secret, path, c.req.query())
		const claims: Claims = { role: isOpened ? 'service_role' : 'anon' }
		const [object] = await db.as(claims, (tx) => tx.final<MediaObject>(mediaObject(path)), {
			readOnly: true,
		})
		if (!object) throw notFound()
		const { eTag, size } = object.metadata
		const answer = await serveBytes(c.req, {
			size,
			etag: eTag,
			modified: object.updated_at,
			headers: headersOf(object, isOpened),
			read: (range) => files.read(object.version, range),
			isSpent: true,
		})
		if (!answer) throw notFound()
		return answer
	})
	return routes
}

function headersOf({ metadata }: MediaObject, isOpened: boolean): Record<string, string> {
	return {
		'content-type': metadata.mimetype,
		'cache-control': isOpened ? privately : shortly,
		// Walls stand on other people's pages; nothing here ever runs.
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
