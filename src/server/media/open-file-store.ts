import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'
import { createDiskStore } from './disk-store.ts'
import type { FileStore } from './file-store.ts'
import { createS3Store } from './s3-store.ts'

/** Opens the store that the settings name: a bucket of S3, or else `DATA_DIR/storage`. */
export function openFileStore(config: Config, log: Pick<Logger, 'error'>): FileStore {
	const { S3_BUCKET, S3_REGION, S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = config
	const leastFree = config.MIN_FREE_DISK_MB * 1024 * 1024
	if (!S3_BUCKET) return createDiskStore(join(config.DATA_DIR, 'storage'), leastFree)
	const keys =
		S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY
			? { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY }
			: undefined
	const store = createS3Store({
		bucket: S3_BUCKET,
		region: S3_REGION ?? 'us-east-1',
		endpoint: S3_ENDPOINT,
		keys,
	})
	// Told at the start, and no reason not to start: everything but files works meanwhile.
	store
		.check()
		.catch((error) => log.error({ err: error }, `the S3 bucket ${S3_BUCKET} cannot be used`))
	return store
}
