import { z } from 'zod'
import { json } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import type { Routes } from '#platform/http/routing/route.ts'
import { coerce, objectAt, requireKey } from '#platform/storage/names.ts'
import { serveObject } from '#platform/storage/objects/serve-object.ts'
import { findObjects } from '#platform/storage/queries.ts'
import { parseTransformOptions, type TransformOptions } from '#platform/storage/render/transform-options.ts'
import {
	asCaller,
	readJson,
	requireBucket,
	requireObject,
	type StorageDeps,
	storageService,
} from '#platform/storage/storage-context.ts'
import { StorageError } from '#platform/storage/storage-error.ts'
import { receiveUpload, requirePermission } from '#platform/storage/uploads/upload.ts'

/** Lifetime in seconds; permanent links are signed for a hundred years. */
const lifetime = coerce(
	z
		.int()
		.min(1)
		.max(100 * 366 * 86_400),
)
const signSchema = z.object({
	expiresIn: lifetime,
	transform: z.record(z.string(), z.unknown()).nullish(),
	versionId: z.string().optional(),
})
const signManySchema = z.object({
	expiresIn: lifetime,
	paths: z.array(z.string()).min(1).max(1000),
})
const uploadLifetime = 7200
const notFoundOrDenied = 'Either the object does not exist or you do not have access to it'

/** Signed links, which give their holder access to one object until they expire. */
export function linkRoutes(routes: Routes, parts: StorageDeps): void {
	const { deps, links } = parts
	/** Relative to this service's base and not encoded: the client does both. */
	const signed = (
		bucket: string,
		name: string,
		seconds: number,
		more: { transform?: TransformOptions; version?: string } = {},
	) => {
		const token = links.sign({ url: `${bucket}/${name}`, scope: 'download', ...more }, seconds)
		return `/${more.transform ? 'render/image' : 'object'}/sign/${bucket}/${name}?token=${token}`
	}

	routes.post('/object/upload/sign/*', async (x) => {
		const { claims } = await deps.identify(x)
		const { bucket, name } = objectAt(x.path, '/object/upload/sign/')
		await requireBucket(deps, bucket)
		const upsert = x.header('x-upsert') === 'true'
		const owner = claims.sub ?? null
		const operation = 'storage.object.sign_upload_url'
		await requirePermission(parts, { bucket, name, upsert, claims, owner, operation }, '')
		const grant = { url: `${bucket}/${name}`, scope: 'upload' as const, upsert }
		const token = links.sign({ ...grant, ...(owner ? { owner } : {}) }, uploadLifetime)
		return json({ url: `/object/upload/sign/${bucket}/${name}?token=${token}`, token })
	})
	routes.put(
		'/object/upload/sign/*',
		async (x) => {
			const { bucket, name } = objectAt(x.path, '/object/upload/sign/')
			const grant = links.verify(x.query('token'), `${bucket}/${name}`, 'upload')
			const { owner = null, upsert = false, bytes: maxBytes } = grant
			const operation = 'storage.object.upload_signed' as const
			const upload = { bucket, name, upsert, claims: storageService, owner, operation, maxBytes }
			const { Key } = await receiveUpload(parts, upload, x)
			return json({ Key })
		},
		{ trust: 'link' },
	)

	routes.get(
		'/object/sign/*',
		async (x) => {
			const { bucket, name } = objectAt(x.path, '/object/sign/')
			const grant = links.verify(x.query('token'), `${bucket}/${name}`, 'download')
			// A link to a transformed image does not give access to the original.
			if (grant.transform) throw new StorageError('InvalidSignature', 'Invalid signature')
			const { version } = grant
			const find = () => deps.db.as(storageService, (tx) => requireObject(tx, bucket, name, version))
			return serveObject(parts, x, find, 'signed')
		},
		{ trust: 'link' },
	)
	routes.post(
		'/object/sign/:bucket',
		async (x, { expiresIn, paths }) => {
			const bucket = x.param('bucket')
			const found = await namesVisible(parts, x, bucket, paths)
			return json(
				paths.map((path) =>
					found.has(path)
						? { error: null, path, signedURL: signed(bucket, path, expiresIn) }
						: { error: notFoundOrDenied, path, signedURL: null },
				),
			)
		},
		{ body: signManySchema },
	)
	routes.post('/object/sign/*', async (x) => {
		const { bucket, name } = objectAt(x.path, '/object/sign/')
		const { expiresIn, transform, versionId } = await readJson(x, signSchema)
		const transformOptions =
			transform && Object.keys(transform).length > 0 ? parseTransformOptions(transform) : undefined
		await asCaller(parts, x, 'storage.object.sign', (tx) => requireObject(tx, bucket, requireKey(name), versionId))
		const more = {
			...(transformOptions ? { transform: transformOptions } : {}),
			...(versionId === undefined ? {} : { version: versionId }),
		}
		return json({ signedURL: signed(bucket, name, expiresIn, more) })
	})
}

async function namesVisible(parts: StorageDeps, x: Exchange, bucket: string, paths: string[]): Promise<Set<string>> {
	const clean = paths.filter((path) => !path.includes('\0'))
	const rows = await asCaller(parts, x, 'storage.object.sign_many', (tx) =>
		tx.query<{ name: string }>(findObjects(bucket, clean)),
	)
	return new Set(rows.map(({ name }) => name))
}
