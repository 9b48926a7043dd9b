import { Hono } from 'hono'
import type { Env } from '#server/deps.ts'
import { findPublic, findReadable } from '#server/storage/find.ts'
import { objectAt } from '#server/storage/names.ts'
import { type Parts, requireObject, service } from '#server/storage/request.ts'
import { StorageError } from '#server/storage/storage-error.ts'
import { createRenderer } from './transform.ts'
import { readWish } from './wish.ts'

/** Pictures made to measure (data.md §4.7), and forgetting them. */
export function renderRoutes(parts: Parts): Hono<Env> {
	const { deps, links } = parts
	const renderer = createRenderer(parts)
	const app = new Hono<Env>()

	app.get('/render/image/public/*', async (c) => {
		const wish = readWish(c.req.query())
		const object = await findPublic(parts, c, '/render/image/public/')
		return renderer.answer(c, object, wish, 'public')
	})
	app.get('/render/image/authenticated/*', async (c) => {
		const wish = readWish(c.req.query())
		const object = await findReadable(
			parts,
			c,
			'/render/image/authenticated/',
			'storage.render.image_authenticated',
		)
		return renderer.answer(c, object, wish, 'authenticated')
	})
	app.get('/render/image/sign/*', async (c) => {
		const { bucket, name } = objectAt(c.req.path, '/render/image/sign/')
		const token = c.req.query('token')
		const { transform, version } = links.verify(token, `${bucket}/${name}`, 'download')
		const object = await deps.db.as(service, (tx) => requireObject(tx, bucket, name, version))
		return renderer.answer(c, object, readWish(transform ?? {}), 'signed')
	})
	// There is no cache of files here but the readers' own; what is made of them is forgotten.
	for (const path of ['/cdn/:bucket', '/cdn/*'])
		app.delete(path, async (c) => {
			if (deps.identify(c.req.raw.headers).claims.role !== 'service_role')
				throw new StorageError('AccessDenied', 'Only the service role may do this')
			renderer.forget()
			return c.json({ message: 'success' })
		})
	return app
}
