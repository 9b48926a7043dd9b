import { z } from 'zod'
import { type Answer, json } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import type { Routes } from '#platform/http/routing/route.ts'
import { objectAt } from '#platform/storage/names.ts'
import type { Operation } from '#platform/storage/operations.ts'
import { deleteObjects, type ObjectRow } from '#platform/storage/queries.ts'
import { asCaller, type StorageDeps } from '#platform/storage/storage-context.ts'
import { noSuchKey, StorageError } from '#platform/storage/storage-error.ts'
import { receiveUpload } from '#platform/storage/uploads/upload.ts'
import { deleteFiles } from './delete-files.ts'
import { findAsCaller, findPublic, findReadable } from './find-object.ts'
import { serveObject } from './serve-object.ts'

const key = z.string().max(1024)
const versioned = z.object({ path: key, versionId: z.string().max(100) })
const removeSchema = z.object({
	prefixes: z
		.array(z.union([key, versioned]))
		.min(1)
		.max(1000),
})

/** Reads, writes and removes objects as the caller, and reads public buckets without a caller. */
export function objectRoutes(routes: Routes, parts: StorageDeps): void {
	const { deps } = parts
	routes.get(
		'/object/public/*',
		async (x) => serveObject(parts, x, () => findPublic(parts, x, '/object/public/'), 'public'),
		{ trust: 'public' },
	)
	routes.get('/object/info/public/*', async (x) => describeObject(await findPublic(parts, x, '/object/info/public/')), {
		trust: 'public',
	})
	for (const prefix of ['/object/info/authenticated/', '/object/info/'])
		routes.get(`${prefix}*`, async (x) =>
			describeObject(await findAsCaller(parts, x, prefix, 'object.get_authenticated_info')),
		)
	for (const prefix of ['/object/authenticated/', '/object/'])
		routes.get(`${prefix}*`, async (x) => {
			const isHead = x.method === 'HEAD'
			const operation = isHead ? 'object.head_authenticated_info' : 'storage.object.get_authenticated'
			const find = () => findReadable(parts, x, prefix, operation)
			return serveObject(parts, x, find, 'authenticated')
		})

	const upload = async (x: Exchange, upsert: boolean, operation: Operation) => {
		const { claims } = await deps.identify(x)
		const { bucket, name } = objectAt(x.path, '/object/')
		const wanted = { bucket, name, upsert, claims, owner: claims.sub ?? null, operation }
		return json(await receiveUpload(parts, wanted, x))
	}
	routes.post('/object/*', (x) => upload(x, x.header('x-upsert') === 'true', 'storage.object.upload'))
	routes.put('/object/*', (x) => upload(x, true, 'storage.object.upload_update'))

	routes.delete(
		'/object/:bucket',
		async (x, { prefixes }) => {
			const wanted = prefixes.map((prefix) =>
				typeof prefix === 'string' ? { name: prefix } : { name: prefix.path, version: prefix.versionId },
			)
			const rows = await remove(parts, x, 'delete_many', x.param('bucket'), wanted)
			return json(rows.map(({ version: _, ...shown }) => shown))
		},
		{ body: removeSchema },
	)
	routes.delete('/object/*', async (x) => {
		const { bucket, name } = objectAt(x.path, '/object/')
		const rows = await remove(parts, x, 'delete', bucket, [{ name }])
		if (rows.length === 0) throw noSuchKey()
		return json({ message: 'Successfully deleted' })
	})
}

/** Rows first, bytes after the commit: a crash between leaves bytes without a row, never the reverse. */
async function remove(
	parts: StorageDeps,
	x: Exchange,
	operation: 'delete' | 'delete_many',
	bucket: string,
	wanted: { name: string; version?: string }[],
) {
	if (wanted.some(({ name, version = '' }) => `${name}${version}`.includes('\0')))
		throw new StorageError('InvalidKey', 'Invalid key: it contains a null byte')
	const names = wanted.map(({ name }) => name)
	const versions = wanted.map(({ version = null }) => version)
	const rows = await asCaller(parts, x, `storage.object.${operation}`, (tx) =>
		tx.query<ObjectRow>(deleteObjects(bucket, names, versions)),
	)
	await deleteFiles(parts.deps, rows)
	return rows
}

function describeObject(object: ObjectRow): Answer {
	const { metadata, updated_at } = object
	return json(toInfo(object), 200, {
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
