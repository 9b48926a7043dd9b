import { join } from 'node:path'
import type { Config } from '#platform/config/config.ts'
import { createDiskStore } from './disk/disk-store.ts'
import type { FileStore } from './files/file-store.ts'
import { createS3Bucket, type S3Bucket, type S3Settings } from './s3/s3-bucket.ts'
import { createS3Store } from './s3/s3-store.ts'

/** Opens the configured file store: an S3 bucket, or `DATA_DIR/storage`. */
export function openFileStore(config: Config): FileStore {
	const leastFree = config.MIN_FREE_DISK_MB * 1024 * 1024
	return openS3Store(config) ?? createDiskStore(join(config.DATA_DIR, 'storage'), leastFree)
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
