import { json } from '#platform/http/routing/answer.ts'
import type { Routes } from '#platform/http/routing/route.ts'
import { objectAt } from '#platform/storage/names.ts'
import { findPublic, findReadable } from '#platform/storage/objects/find-object.ts'
import { requireObject, type StorageDeps, storageService } from '#platform/storage/storage-context.ts'
import { StorageError } from '#platform/storage/storage-error.ts'
import { createRenderer } from './renderer.ts'
import { parseTransformOptions } from './transform-options.ts'

/** Transformed images, and purging their cache. */
export function renderRoutes(routes: Routes, parts: StorageDeps): void {
	const { deps, links } = parts
	const renderer = createRenderer(parts)
	routes.get(
		'/render/image/public/*',
		async (x) => {
			const options = parseTransformOptions(x.query())
			const object = await findPublic(parts, x, '/render/image/public/')
			return renderer.render(x, object, options, 'public')
		},
		{ trust: 'public' },
	)
	routes.get('/render/image/authenticated/*', async (x) => {
		const options = parseTransformOptions(x.query())
		const object = await findReadable(parts, x, '/render/image/authenticated/', 'storage.render.image_authenticated')
		return renderer.render(x, object, options, 'authenticated')
	})
	routes.get(
		'/render/image/sign/*',
		async (x) => {
			const { bucket, name } = objectAt(x.path, '/render/image/sign/')
			const token = x.query('token')
			const { transform, version } = links.verify(token, `${bucket}/${name}`, 'download')
			const object = await deps.db.as(storageService, (tx) => requireObject(tx, bucket, name, version))
			return renderer.render(x, object, parseTransformOptions(transform ?? {}), 'signed')
		},
		{ trust: 'link' },
	)
	// Original files are cached by clients only; transformations are dropped here.
	routes.delete(
		'/cdn/*',
		async (x) => {
			const { claims } = await deps.identify(x)
			if (claims.role !== 'service_role') throw new StorageError('AccessDenied', 'Only the service role may do this')
			renderer.forget()
			return json({ message: 'success' })
		},
		{ trust: 'admin' },
	)
}
