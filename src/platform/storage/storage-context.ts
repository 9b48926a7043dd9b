import type { z } from 'zod'
import type { Deps } from '#platform/deps.ts'
import { parseShallowJson } from '#platform/http/body/json-depth.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import type { Claims, Tx } from '#platform/pg/db.ts'
import type { LinkSigner } from './links/link-token.ts'
import type { Operation } from './operations.ts'
import { type BucketRow, findBucket, findObject, type ObjectRow } from './queries.ts'
import { noSuchBucket, noSuchKey, StorageError } from './storage-error.ts'

export type StorageDeps = { deps: Deps; links: LinkSigner }

/** The service's own identity: finds buckets, and serves signed links and public buckets. */
export const storageService: Claims = { role: 'storage_service' }
const maxJsonBytes = 1024 * 1024

/** Runs `work` as the caller, with `storage.operation()` set for policies. */
export async function asCaller<T>(
	{ deps }: StorageDeps,
	x: Exchange,
	operation: Operation,
	work: (tx: Tx, claims: Claims) => Promise<T>,
): Promise<T> {
	const { claims } = await deps.identify(x)
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
	const [bucket] = await db.as(storageService, (tx) => tx.final<BucketRow>(findBucket(id)))
	if (!bucket) throw noSuchBucket()
	return bucket
}

/**
 * @param version the version that the caller names; only the current one exists
 * @throws StorageError when `tx` sees no such object
 */
export async function requireObject(tx: Tx, bucket: string, name: string, version?: string): Promise<ObjectRow> {
	const [object] = await tx.query<ObjectRow>(findObject(bucket, name))
	if (!object || (version !== undefined && object.version !== version)) throw noSuchKey()
	return object
}

/** Reads a small JSON body. @throws BodyError, and StorageError when it is not JSON or of the wrong shape */
export async function readJson<Shape extends z.ZodType>(x: Exchange, shape: Shape): Promise<z.infer<Shape>> {
	const bytes = await x.bytes(maxJsonBytes)
	let value: unknown
	try {
		value = bytes.length === 0 ? {} : parseShallowJson(bytes.toString('utf8'))
	} catch (cause) {
		throw new StorageError('InvalidRequest', 'The body is not valid JSON', cause)
	}
	return requireShape(shape, value, 'body')
}

/** @param part of the request, which the error message names @throws StorageError InvalidRequest naming the first mistake */
export function requireShape<Shape extends z.ZodType>(
	shape: Shape,
	value: unknown,
	part?: 'body' | 'querystring',
): z.infer<Shape> {
	const parsed = shape.safeParse(value)
	if (parsed.success) return parsed.data
	const [issue] = parsed.error.issues
	const where = [...(part ? [part] : []), ...(issue?.path ?? [])].join('/')
	throw new StorageError('InvalidRequest', `${where} ${issue?.message ?? 'is not valid'}`.trim())
}
