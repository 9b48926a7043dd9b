import { Hono } from 'hono'
import { z } from 'zod'
import type { Env } from '#server/deps.ts'
import {
	deleteBucket,
	emptyBucket,
	insertBucket,
	listBuckets,
	readBucket,
	readBucketSort,
	updateBucket,
} from './bucket-queries.ts'
import { dropFiles } from './discard.ts'
import { requireBucketName } from './names.ts'
import { asCaller, type Parts, readJson, requireShape } from './request.ts'
import { noSuchBucket, StorageError } from './storage-error.ts'
import { worded } from './worded.ts'

const mimeForm = /^(\*\/\*|[\w!#$&^.+-]+\/(\*|[\w!#$&^.+-]+))$/
const change = z.object({
	public: worded(z.boolean().nullish()),
	file_size_limit: z.union([z.int().positive(), z.string().transform(readSize)]).nullish(),
	allowed_mime_types: z.array(z.string()).max(100).nullish(),
	// Earlier versions are not kept, and nobody should believe that they are.
	versioning_status: z.enum(['DISABLED', 'SUSPENDED']).optional(),
})
const creation = change.extend({
	id: z.string().optional(),
	name: z.string(),
	type: z.literal('STANDARD').optional(),
})
/** A page of the list; a longer one than `mostBuckets` is cut. */
const mostBuckets = 1000
const page = z.object({
	limit: z.coerce
		.number()
		.int()
		.min(1)
		.default(mostBuckets)
		.transform((limit) => Math.min(limit, mostBuckets)),
	offset: z.coerce.number().int().min(0).max(1e9).default(0),
	search: z.string().default(''),
})

/** Clients that were written from the reference's own pages end it with a slash. */
const all = ['/bucket', '/bucket/']

/** Buckets, as far as the caller's policies on storage.buckets go. */
export function bucketRoutes(parts: Parts): Hono<Env> {
	const app = new Hono<Env>()

	app.on('POST', all, async (c) => {
		const wish = readTypes(await readJson(c, creation))
		const name = requireBucketName(wish.name)
		const id = requireBucketName(wish.id || name)
		await asCaller(parts, c, 'storage.bucket.create', (tx, claims) =>
			tx.query(insertBucket({ ...wish, id, name, owner: claims.sub ?? null })),
		).catch(sayExists)
		return c.json({ name })
	})
	app.on('GET', all, async (c) => {
		const { sortColumn, sortOrder } = c.req.query()
		const wish = requireShape(page, c.req.query(), 'querystring')
		const query = listBuckets(readBucketSort(sortColumn, sortOrder), wish)
		return c.json(await asCaller(parts, c, 'storage.bucket.list', (tx) => tx.query(query)))
	})
	app.get('/bucket/:id', async (c) => {
		const query = readBucket(c.req.param('id'))
		const [bucket] = await asCaller(parts, c, 'storage.bucket.get', (tx) => tx.query<object>(query))
		if (!bucket) throw noSuchBucket()
		return c.json(bucket)
	})
	app.put('/bucket/:id', async (c) => {
		const query = updateBucket(c.req.param('id'), readTypes(await readJson(c, change)))
		const { rowCount } = await asCaller(parts, c, 'storage.bucket.update', (tx) => tx.result(query))
		if (rowCount === 0) throw noSuchBucket()
		return c.json({ message: 'Successfully updated' })
	})
	app.post('/bucket/:id/empty', async (c) => {
		const id = c.req.param('id')
		await asCaller(parts, c, 'storage.bucket.get', async (tx) => {
			if ((await tx.query(readBucket(id))).length === 0) throw noSuchBucket()
		})
		for (let more = true; more; ) {
			const rows = await asCaller(parts, c, 'storage.bucket.empty', (tx) =>
				tx.query<{ version: string }>(emptyBucket(id)),
			)
			await dropFiles(
				parts.deps,
				rows.map(({ version }) => version),
			)
			more = rows.length > 0
		}
		// The reference's words. Here it has happened already.
		return c.json({
			message: 'Empty bucket has been queued. Completion may take up to an hour.',
		})
	})
	app.delete('/bucket/:id', async (c) => {
		const id = c.req.param('id')
		const { rowCount } = await asCaller(parts, c, 'storage.bucket.delete', (tx) =>
			tx.result(deleteBucket(id)),
		).catch(sayNotEmpty)
		if (rowCount === 0) throw noSuchBucket()
		return c.json({ message: 'Successfully deleted' })
	})
	return app
}

/** The foreign key of objects says so, and only to those who may delete the bucket. */
function sayNotEmpty(error: unknown): never {
	// 23001 since PostgreSQL 18.
	if (['23503', '23001'].includes((error as { code?: string }).code ?? ''))
		throw new StorageError('ResourceNotEmpty', 'The bucket you tried to delete is not empty', error)
	throw error
}

function sayExists(error: unknown): never {
	if ((error as { code?: string }).code === '23505')
		throw new StorageError('BucketAlreadyExists', 'The resource already exists', error)
	throw error
}

/** @throws StorageError when a bucket is to take what is no type */
function readTypes<Wish extends z.infer<typeof change>>(wish: Wish): Wish {
	const odd = wish.allowed_mime_types?.find((type) => !mimeForm.test(type))
	if (odd === undefined) return wish
	throw new StorageError('InvalidMimeType', `mime type ${odd.slice(0, 100)} is not supported`)
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
	const [, digits, unit = 'b'] =
		/^(\d{1,12}(?:\.\d{1,12})?)\s?([kmg]?i?b)?$/i.exec(text.trim()) ?? []
	const factor = units[unit.toLowerCase()]
	const size = Math.floor(Number(digits) * (factor ?? Number.NaN))
	if (size > 0) return size
	context.addIssue({ code: 'custom', message: 'is not a size such as 20MB' })
	return z.NEVER
}
