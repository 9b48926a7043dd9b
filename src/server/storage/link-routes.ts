import { Hono } from 'hono'
import { z } from 'zod'
import type { Env } from '#server/deps.ts'
import { objectAt, requireKey } from './names.ts'
import { findObjects } from './queries.ts'
import { readWish, type Wish } from './render/wish.ts'
import {
	asCaller,
	type Parts,
	readJson,
	requireBucket,
	requireObject,
	type StorageContext,
	service,
} from './request.ts'
import { serveObject } from './serve.ts'
import { StorageError } from './storage-error.ts'
import { requirePermission, takeUpload } from './upload.ts'
import { worded } from './worded.ts'

/** Seconds; links that never end are made for a hundred years. */
const lifetime = worded(
	z
		.int()
		.min(1)
		.max(100 * 366 * 86_400),
)
const one = z.object({
	expiresIn: lifetime,
	transform: z.record(z.string(), z.unknown()).nullish(),
	versionId: z.string().optional(),
})
const many = z.object({ expiresIn: lifetime, paths: z.array(z.string()).min(1).max(1000) })
const uploadLifetime = 7200
const notYours = 'Either the object does not exist or you do not have access to it'

/** Links that open one object for a while to whoever holds them (data.md §4.5). */
export function linkRoutes(parts: Parts): Hono<Env> {
	const { deps, links } = parts
	const app = new Hono<Env>()

	/** Relative to this service's base, not encoded: the client does both. */
	const signed = (
		bucket: string,
		name: string,
		seconds: number,
		more: { transform?: Wish; version?: string } = {},
	) => {
		const token = links.sign({ url: `${bucket}/${name}`, scope: 'download', ...more }, seconds)
		return `/${more.transform ? 'render/image' : 'object'}/sign/${bucket}/${name}?token=${token}`
	}

	app.post('/object/upload/sign/*', async (c) => {
		const { claims } = deps.identify(c.req.raw.headers)
		const { bucket, name } = objectAt(c.req.path, '/object/upload/sign/')
		await requireBucket(deps, bucket)
		const upsert = c.req.header('x-upsert') === 'true'
		const owner = claims.sub ?? null
		const operation = 'storage.object.sign_upload_url'
		await requirePermission(parts, { bucket, name, upsert, claims, owner, operation }, '')
		const grant = { url: `${bucket}/${name}`, scope: 'upload' as const, upsert }
		const token = links.sign({ ...grant, ...(owner ? { owner } : {}) }, uploadLifetime)
		return c.json({ url: `/object/upload/sign/${bucket}/${name}?token=${token}`, token })
	})
	app.put('/object/upload/sign/*', async (c) => {
		const { bucket, name } = objectAt(c.req.path, '/object/upload/sign/')
		const grant = links.verify(c.req.query('token'), `${bucket}/${name}`, 'upload')
		const { owner = null, upsert = false } = grant
		const operation = 'storage.object.upload_signed' as const
		const upload = { bucket, name, upsert, claims: service, owner, operation }
		const { Key } = await takeUpload(parts, upload, c)
		return c.json({ Key })
	})

	app.get('/object/sign/*', async (c) => {
		const { bucket, name } = objectAt(c.req.path, '/object/sign/')
		const grant = links.verify(c.req.query('token'), `${bucket}/${name}`, 'download')
		// Whoever was given a small picture was not given the large one.
		if (grant.transform) throw new StorageError('InvalidSignature', 'Invalid signature')
		const { version } = grant
		const find = () => deps.db.as(service, (tx) => requireObject(tx, bucket, name, version))
		return serveObject(parts, c, find, 'signed')
	})
	app.post('/object/sign/:bucket', async (c) => {
		const { expiresIn, paths } = await readJson(c, many)
		const bucket = c.req.param('bucket')
		const found = await namesVisible(parts, c, bucket, paths)
		return c.json(
			paths.map((path) =>
				found.has(path)
					? { error: null, path, signedURL: signed(bucket, path, expiresIn) }
					: { error: notYours, path, signedURL: null },
			),
		)
	})
	app.post('/object/sign/*', async (c) => {
		const { bucket, name } = objectAt(c.req.path, '/object/sign/')
		const { expiresIn, transform, versionId } = await readJson(c, one)
		const wish = transform && Object.keys(transform).length > 0 ? readWish(transform) : undefined
		await asCaller(parts, c, 'storage.object.sign', (tx) =>
			requireObject(tx, bucket, requireKey(name), versionId),
		)
		const more = {
			...(wish ? { transform: wish } : {}),
			...(versionId === undefined ? {} : { version: versionId }),
		}
		return c.json({ signedURL: signed(bucket, name, expiresIn, more) })
	})
	return app
}

async function namesVisible(
	parts: Parts,
	c: StorageContext,
	bucket: string,
	paths: string[],
): Promise<Set<string>> {
	const clean = paths.filter((path) => !path.includes('\0'))
	const rows = await asCaller(parts, c, 'storage.object.sign_many', (tx) =>
		tx.query<{ name: string }>(findObjects(bucket, clean)),
	)
	return new Set(rows.map(({ name }) => name))
}
