import { Hono } from 'hono'
import { z } from 'zod'
import type { Env } from '#server/deps.ts'
import { dropFiles } from './discard.ts'
import { findAsCaller, findPublic, findReadable } from './find.ts'
import { objectAt } from './names.ts'
import type { Operation } from './operations.ts'
import { deleteObjects, type ObjectRow } from './queries.ts'
import { asCaller, type Parts, readJson, type StorageContext } from './request.ts'
import { serveObject } from './serve.ts'
import { noSuchKey, StorageError } from './storage-error.ts'
import { takeUpload } from './upload.ts'

const key = z.string().max(1024)
const versioned = z.object({ path: key, versionId: z.string().max(100) })
const removal = z.object({
	prefixes: z
		.array(z.union([key, versioned]))
		.min(1)
		.max(1000),
})

/** Reading, writing and removing objects as the caller, and reading from public buckets as anybody. */
export function objectRoutes(parts: Parts): Hono<Env> {
	const { deps } = parts
	const app = new Hono<Env>()

	app.get('/object/public/*', async (c) =>
		serveObject(parts, c, () => findPublic(parts, c, '/object/public/'), 'public'),
	)
	app.get('/object/info/public/*', async (c) =>
		describeObject(c, await findPublic(parts, c, '/object/info/public/')),
	)
	for (const prefix of ['/object/info/authenticated/', '/object/info/'])
		app.get(`${prefix}*`, async (c) =>
			describeObject(c, await findAsCaller(parts, c, prefix, 'object.get_authenticated_info')),
		)
	for (const prefix of ['/object/authenticated/', '/object/'])
		app.get(`${prefix}*`, async (c) => {
			const isHead = c.req.method === 'HEAD'
			const operation = isHead
				? 'object.head_authenticated_info'
				: 'storage.object.get_authenticated'
			const find = () => findReadable(parts, c, prefix, operation)
			return serveObject(parts, c, find, 'authenticated')
		})

	const upload = async (c: StorageContext, upsert: boolean, operation: Operation) => {
		const { claims } = deps.identify(c.req.raw.headers)
		const { bucket, name } = objectAt(c.req.path, '/object/')
		const wanted = { bucket, name, upsert, claims, owner: claims.sub ?? null, operation }
		return c.json(await takeUpload(parts, wanted, c))
	}
	app.post('/object/*', (c) =>
		upload(c, c.req.header('x-upsert') === 'true', 'storage.object.upload'),
	)
	app.put('/object/*', (c) => upload(c, true, 'storage.object.upload_update'))

	app.delete('/object/:bucket', async (c) => {
		const { prefixes } = await readJson(c, removal)
		const wanted = prefixes.map((one) =>
			typeof one === 'string' ? { name: one } : { name: one.path, version: one.versionId },
		)
		const rows = await remove(parts, c, 'delete_many', c.req.param('bucket'), wanted)
		return c.json(rows.map(({ version: _, ...shown }) => shown))
	})
	app.delete('/object/*', async (c) => {
		const { bucket, name } = objectAt(c.req.path, '/object/')
		const rows = await remove(parts, c, 'delete', bucket, [{ name }])
		if (rows.length === 0) throw noSuchKey()
		return c.json({ message: 'Successfully deleted' })
	})
	return app
}

/** Rows first, bytes after the commit: a crash between leaves bytes without a row, never the reverse. */
async function remove(
	parts: Parts,
	c: StorageContext,
	operation: 'delete' | 'delete_many',
	bucket: string,
	wanted: { name: string; version?: string }[],
) {
	if (wanted.some(({ name, version = '' }) => `${name}${version}`.includes('\0')))
		throw new StorageError('InvalidKey', 'Invalid key: it contains a null byte')
	const names = wanted.map(({ name }) => name)
	const versions = wanted.map(({ version = null }) => version)
	const rows = await asCaller(parts, c, `storage.object.${operation}`, (tx) =>
		tx.query<ObjectRow>(deleteObjects(bucket, names, versions)),
	)
	await dropFiles(
		parts.deps,
		rows.map(({ version }) => version),
	)
	return rows
}

/** What is known of an object, under the ETag of its bytes. */
function describeObject(c: StorageContext, object: ObjectRow): Response {
	const { metadata, updated_at } = object
	return c.json(toInfo(object), 200, {
		'last-modified': updated_at.toUTCString(),
		...(metadata ? { etag: metadata.eTag } : {}),
	})
}

function toInfo({ metadata, user_metadata, ...row }: ObjectRow) {
	return {
		id: row.id,
		name: row.name,
		version: row.version,
		bucket_id: row.bucket_id,
		size: metadata?.size ?? null,
		content_type: metadata?.mimetype ?? null,
		cache_control: metadata?.cacheControl ?? null,
		content_encoding: metadata?.contentEncoding ?? null,
		etag: metadata?.eTag ?? null,
		metadata: user_metadata ?? {},
		last_modified: row.updated_at,
		created_at: row.created_at,
	}
}
