import type { Context } from 'hono'
import type { z } from 'zod'
import type { Deps, Env } from '#server/deps.ts'
import { BodyError, readWhole } from '#server/http/whole-body.ts'
import type { Claims, Tx } from '#server/pg/db.ts'
import type { Operation } from './operations.ts'
import { type BucketRow, findBucket, findObject, type ObjectRow } from './queries.ts'
import type { Links } from './signed-token.ts'
import { noSuchBucket, noSuchKey, StorageError } from './storage-error.ts'

/** What every handler of this service is given. */
export type Parts = { deps: Deps; links: Links }
export type StorageContext = Context<Env>

/** The service itself: finds buckets, serves what a link or a public bucket opens. */
export const service: Claims = { role: 'storage_service' }
const maxJsonBytes = 1024 * 1024

/** Runs `work` as the caller, with `storage.operation()` set for policies. */
export function asCaller<T>(
	{ deps }: Parts,
	c: StorageContext,
	operation: Operation,
	work: (tx: Tx, claims: Claims) => Promise<T>,
): Promise<T> {
	const { claims } = deps.identify(c.req.raw.headers)
	return asClaims(deps, claims, operation, (tx) => work(tx, claims))
}

export function asClaims<T>(
	{ db }: Deps,
	claims: Claims,
	operation: Operation,
	work: (tx: Tx) => Promise<T>,
): Promise<T> {
	return db.as(claims, work, { settings: { 'storage.operation': operation } })
}

/** @throws StorageError when there is no such bucket */
export async function requireBucket({ db }: Deps, id: string): Promise<BucketRow> {
	const [bucket] = await db.as(service, (tx) => tx.final<BucketRow>(findBucket(id)))
	if (!bucket) throw noSuchBucket()
	return bucket
}

/**
 * @param version the one that is wanted, if a caller names it; only the present one is kept
 * @throws StorageError when there is no such object for whoever `tx` works as
 */
export async function requireObject(
	tx: Tx,
	bucket: string,
	name: string,
	version?: string,
): Promise<ObjectRow> {
	const [object] = await tx.query<ObjectRow>(findObject(bucket, name))
	if (!object || (version !== undefined && object.version !== version)) throw noSuchKey()
	return object
}

/**
 * Reads a small JSON body.
 * @throws StorageError when it is not JSON, too large, or not of the wanted shape
 */
export async function readJson<Shape extends z.ZodType>(
	c: StorageContext,
	shape: Shape,
): Promise<z.infer<Shape>> {
	const bytes = await readBytes(c.req.raw, c.var.ip)
	let value: unknown
	try {
		value = bytes.length === 0 ? {} : JSON.parse(bytes.toString('utf8'))
	} catch (cause) {
		throw new StorageError('InvalidRequest', 'The body is not valid JSON', cause)
	}
	return requireShape(shape, value, 'body')
}

/**
 * @param part of the request, as the refusal names it
 * @throws StorageError InvalidRequest naming the first thing that is not of the wanted shape
 */
export function requireShape<Shape extends z.ZodType>(
	shape: Shape,
	value: unknown,
	part: 'body' | 'querystring',
): z.infer<Shape> {
	const parsed = shape.safeParse(value)
	if (parsed.success) return parsed.data
	const [issue] = parsed.error.issues
	const where = [part, ...(issue?.path ?? [])].join('/')
	throw new StorageError('InvalidRequest', `${where} ${issue?.message ?? 'is not valid'}`)
}

async function readBytes(request: Request, ip: string): Promise<Buffer> {
	try {
		return await readWhole(request, maxJsonBytes, ip)
	} catch (error) {
		if (!(error instanceof BodyError)) throw error
		if (error.problem === 'slow') throw new StorageError('RequestTimeout', error.message, error)
		if (error.problem === 'crowded') throw new StorageError('Unavailable', error.message, error)
		if (error.problem === 'broken') throw new StorageError('InvalidRequest', error.message, error)
		throw new StorageError('EntityTooLarge', 'The request body is too large', error)
	}
}
