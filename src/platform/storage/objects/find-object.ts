import type { Exchange } from '#platform/http/routing/exchange.ts'
import { objectAt } from '#platform/storage/names.ts'
import type { Operation } from '#platform/storage/operations.ts'
import { type BucketRow, findBucket, type ObjectRow } from '#platform/storage/queries.ts'
import {
	asCaller,
	requireBucket,
	requireObject,
	type StorageDeps,
	storageService,
} from '#platform/storage/storage-context.ts'
import { noSuchBucket } from '#platform/storage/storage-error.ts'

/**
 * The object at a public address. Public buckets ignore policies; any other bucket looks as if it did not exist.
 * @param prefix the path before the bucket
 */
export async function findPublic({ deps }: StorageDeps, x: Exchange, prefix: string): Promise<ObjectRow> {
	const { bucket, name } = objectAt(x.path, prefix)
	const { public: isPublic } = await requireBucket(deps, bucket)
	if (!isPublic) throw noSuchBucket()
	const version = x.query('versionId')
	return deps.db.as(storageService, (tx) => requireObject(tx, bucket, name, version), {
		readOnly: true,
	})
}

/**
 * The object at an address, for download: as the caller, unless the bucket is public, where everyone may read it at
 * another address anyway.
 */
export async function findReadable(
	parts: StorageDeps,
	x: Exchange,
	prefix: string,
	operation: Operation,
): Promise<ObjectRow> {
	const { db, identify } = parts.deps
	// A request without a key is refused first, whatever the bucket.
	await identify(x)
	const { bucket } = objectAt(x.path, prefix)
	const [row] = await db.as(storageService, (tx) => tx.final<BucketRow>(findBucket(bucket)), {
		readOnly: true,
	})
	return row?.public ? findPublic(parts, x, prefix) : findAsCaller(parts, x, prefix, operation)
}

/** The object at an address, if the caller may read it. */
export function findAsCaller(
	parts: StorageDeps,
	x: Exchange,
	prefix: string,
	operation: Operation,
): Promise<ObjectRow> {
	const { bucket, name } = objectAt(x.path, prefix)
	const version = x.query('versionId')
	return asCaller(parts, x, operation, (tx) => requireObject(tx, bucket, name, version))
}
