import { objectAt } from './names.ts'
import type { Operation } from './operations.ts'
import { type BucketRow, findBucket, type ObjectRow } from './queries.ts'
import {
	asCaller,
	type Parts,
	requireBucket,
	requireObject,
	type StorageContext,
	service,
} from './request.ts'
import { noSuchBucket } from './storage-error.ts'

/**
 * The object at a public address. A public bucket is open whatever policies say; any other looks as if it were not there.
 * @param prefix what stands before the bucket in the path
 */
export async function findPublic(
	{ deps }: Parts,
	c: StorageContext,
	prefix: string,
): Promise<ObjectRow> {
	const { bucket, name } = objectAt(c.req.path, prefix)
	const { public: isPublic } = await requireBucket(deps, bucket)
	if (!isPublic) throw noSuchBucket()
	const version = c.req.query('versionId')
	return deps.db.as(service, (tx) => requireObject(tx, bucket, name, version), { readOnly: true })
}

/**
 * The object at an address, for its bytes: as the caller, unless the bucket is public, where anybody may read them at
 * another address anyway.
 */
export async function findReadable(
	parts: Parts,
	c: StorageContext,
	prefix: string,
	operation: Operation,
): Promise<ObjectRow> {
	const { db, identify } = parts.deps
	// Whoever comes without a key is told so whatever the bucket.
	identify(c.req.raw.headers)
	const { bucket } = objectAt(c.req.path, prefix)
	const [row] = await db.as(service, (tx) => tx.final<BucketRow>(findBucket(bucket)), {
		readOnly: true,
	})
	return row?.public ? findPublic(parts, c, prefix) : findAsCaller(parts, c, prefix, operation)
}

/** The object at an address, if the caller may read it. */
export function findAsCaller(
	parts: Parts,
	c: StorageContext,
	prefix: string,
	operation: Operation,
): Promise<ObjectRow> {
	const { bucket, name } = objectAt(c.req.path, prefix)
	const version = c.req.query('versionId')
	return asCaller(parts, c, operation, (tx) => requireObject(tx, bucket, name, version))
}
