import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '#platform/config/config.ts'
import { createDiskStore } from './disk/disk-store.ts'
import type { FileStore } from './files/file-store.ts'
import { createS3Bucket, type S3Bucket, type S3Settings } from './s3/s3-bucket.ts'
import { createS3Store } from './s3/s3-store.ts'

/** Opens the configured file store: an S3 bucket, or `DATA_DIR/storage`. */
export function openFileStore(config: Config, log: Pick<Logger, 'error'>): FileStore {
	const leastFree = config.MIN_FREE_DISK_MB * 1024 * 1024
	const bucket = openS3Store(config)
	if (!bucket) return createDiskStore(join(config.DATA_DIR, 'storage'), leastFree)
	// Reported at the start, but no reason to refuse it: everything except files works.
	bucket
		.check()
		.catch((error) =>
			log.error(
				{ err: error },
				`S3_BUCKET: ${config.S3_BUCKET} cannot be used. Check S3_ENDPOINT, S3_REGION and the keys`,
			),
		)
	return bucket
}

/** @throws Error when the bucket does not exist or belongs to somebody else */
export async function checkBucket(config: Config): Promise<void> {
	await openS3Store(config)?.check()
}

/** Opens a bucket with the installation's S3 settings. */
export function openBucket(config: Config, bucket: string): S3Bucket {
	return createS3Bucket(s3Settings(config, bucket))
}

function openS3Store(config: Config) {
	return config.S3_BUCKET ? createS3Store(s3Settings(config, config.S3_BUCKET)) : undefined
}

function s3Settings(config: Config, bucket: string): S3Settings {
	const { S3_REGION, S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = config
	const keys =
		S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY
			? { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY }
			: undefined
	return { bucket, region: S3_REGION ?? 'us-east-1', endpoint: S3_ENDPOINT, keys }
}
