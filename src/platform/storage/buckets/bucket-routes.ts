import { z } from 'zod'
import { json } from '#platform/http/routing/answer.ts'
import type { Routes } from '#platform/http/routing/route.ts'
import { coerce, requireBucketName } from '#platform/storage/names.ts'
import { deleteFiles } from '#platform/storage/objects/delete-files.ts'
import { asCaller, requireShape, type StorageDeps } from '#platform/storage/storage-context.ts'
import { noSuchBucket, StorageError } from '#platform/storage/storage-error.ts'
import {
	deleteBucket,
	emptyBucket,
	insertBucket,
	listBuckets,
	readBucket,
	readBucketSort,
	updateBucket,
} from './bucket-queries.ts'

const mimePattern = /^(\*\/\*|[\w!#$&^.+-]+\/(\*|[\w!#$&^.+-]+))$/
const updateSchema = z.object({
	public: coerce(z.boolean().nullish()),
	file_size_limit: z.union([z.int().positive(), z.string().transform(readSize)]).nullish(),
	allowed_mime_types: z.array(z.string()).max(100).nullish(),
	// Versioning is not supported, and a request for it must not seem to succeed.
	versioning_status: z.enum(['DISABLED', 'SUSPENDED']).optional(),
})
const createSchema = updateSchema.extend({
	id: z.string().optional(),
	name: z.string(),
	type: z.literal('STANDARD').optional(),
})
/** Pagination of the list; a page is at most `maxBuckets` long. */
const maxBuckets = 1000
const pageSchema = z.object({
	limit: z.coerce
		.number()
		.int()
		.min(1)
		.default(maxBuckets)
		.transform((limit) => Math.min(limit, maxBuckets)),
	offset: z.coerce.number().int().min(0).max(1e9).default(0),
	search: z.string().default(''),
})

/** Clients written from Supabase's documentation end the path with a slash. */
const collectionPaths = ['/bucket', '/bucket/']

/** Buckets, as far as the caller's policies on storage.buckets allow. */
export function bucketRoutes(routes: Routes, parts: StorageDeps): void {
	for (const path of collectionPaths) {
		routes.post(
			path,
			async (x, body) => {
				const input = readTypes(body)
				const name = requireBucketName(input.name)
				const id = requireBucketName(input.id || name)
				await asCaller(parts, x, 'storage.bucket.create', (tx, claims) =>
					tx.query(insertBucket({ ...input, id, name, owner: claims.sub ?? null })),
				).catch(throwAlreadyExists)
				return json({ name })
			},
			{ body: createSchema },
		)
		routes.get(path, async (x) => {
			const { sortColumn, sortOrder } = x.query()
			const input = requireShape(pageSchema, x.query(), 'querystring')
			const query = listBuckets(readBucketSort(sortColumn, sortOrder), input)
			return json(await asCaller(parts, x, 'storage.bucket.list', (tx) => tx.query(query)))
		})
	}
	routes.get('/bucket/:id', async (x) => {
		const query = readBucket(x.param('id'))
		const [bucket] = await asCaller(parts, x, 'storage.bucket.get', (tx) => tx.query<object>(query))
		if (!bucket) throw noSuchBucket()
		return json(bucket)
	})
	routes.put(
		'/bucket/:id',
		async (x, body) => {
			const query = updateBucket(x.param('id'), readTypes(body))
			const { rowCount } = await asCaller(parts, x, 'storage.bucket.update', (tx) => tx.result(query))
			if (rowCount === 0) throw noSuchBucket()
			return json({ message: 'Successfully updated' })
		},
		{ body: updateSchema },
	)
	routes.post('/bucket/:id/empty', async (x) => {
		const id = x.param('id')
		await asCaller(parts, x, 'storage.bucket.get', async (tx) => {
			if ((await tx.query(readBucket(id))).length === 0) throw noSuchBucket()
		})
		for (let more = true; more; ) {
			const rows = await asCaller(parts, x, 'storage.bucket.empty', (tx) =>
				tx.query<{ version: string }>(emptyBucket(id)),
			)
			await deleteFiles(parts.deps, rows)
			more = rows.length > 0
		}
		// Supabase's message. Here the bucket is already empty.
		return json({ message: 'Empty bucket has been queued. Completion may take up to an hour.' })
	})
	routes.delete('/bucket/:id', async (x) => {
		const id = x.param('id')
		const { rowCount } = await asCaller(parts, x, 'storage.bucket.delete', (tx) => tx.result(deleteBucket(id))).catch(
			throwNotEmpty,
		)
		if (rowCount === 0) throw noSuchBucket()
		return json({ message: 'Successfully deleted' })
	})
}

/** The foreign key of objects reports this only to callers who may delete the bucket. */
function throwNotEmpty(error: unknown): never {
	// 23001 since PostgreSQL 18.
	if (['23503', '23001'].includes((error as { code?: string }).code ?? ''))
		throw new StorageError('ResourceNotEmpty', 'The bucket you tried to delete is not empty', error)
	throw error
}

function throwAlreadyExists(error: unknown): never {
	if ((error as { code?: string }).code === '23505')
		throw new StorageError('BucketAlreadyExists', 'The resource already exists', error)
	throw error
}

/** @throws StorageError when an allowed type is not a media type */
function readTypes<Input extends z.infer<typeof updateSchema>>(input: Input): Input {
	const invalid = input.allowed_mime_types?.find((type) => !mimePattern.test(type))
	if (invalid === undefined) return input
	throw new StorageError('InvalidMimeType', `mime type ${invalid.slice(0, 100)} is not supported`)
}

const units: Record<string, number> = {
	b: 1,
	kb: 1e3,
	mb: 1e6,
	gb: 1e9,
	kib: 1024,
	mib: 1024 ** 2,
	gib: 1024 ** 3,
}

/** `20MB` is 20,000,000 bytes. */
function readSize(text: string, context: z.RefinementCtx): number {
	const [, digits, unit = 'b'] = /^(\d{1,12}(?:\.\d{1,12})?)\s?([kmg]?i?b)?$/i.exec(text.trim()) ?? []
	const factor = units[unit.toLowerCase()]
	const size = Math.floor(Number(digits) * (factor ?? Number.NaN))
	if (size > 0) return size
	context.addIssue({ code: 'custom', message: 'is not a size such as 20MB' })
	return z.NEVER
}
