import type { S3Client } from '@aws-sdk/client-s3'
import { StorageUnavailable } from '#platform/media/files/file-store.ts'

/** Settings of the bucket; without keys the SDK uses its default credential chain. */
export type S3Settings = {
	bucket: string
	region: string
	endpoint: string | undefined
	keys: { accessKeyId: string; secretAccessKey: string } | undefined
}
type Sdk = typeof import('@aws-sdk/client-s3')

/** A bucket's client and the SDK's commands. */
export type Bucket = { sdk: Sdk; name: string; send: S3Client['send'] }

/** Loaded at the first use: an installation on disk does not load the SDK. */
export function connectBucket({ bucket, region, endpoint, keys }: S3Settings): () => Promise<Bucket> {
	let opened: Promise<Bucket> | undefined
	return () => {
		opened ??= import('@aws-sdk/client-s3').then((sdk) => {
			const client = new sdk.S3Client({
				region,
				...(endpoint ? { endpoint, forcePathStyle: true } : {}),
				...(keys ? { credentials: keys } : {}),
				// Many S3 implementations do not know the newer checksums.
				requestChecksumCalculation: 'WHEN_REQUIRED',
				responseChecksumValidation: 'WHEN_REQUIRED',
				// A busy machine may take seconds to notice an established connection.
				requestHandler: { connectionTimeout: 10_000, requestTimeout: 30_000 },
			})
			return { sdk, name: bucket, send: client.send.bind(client) as S3Client['send'] }
		})
		return opened
	}
}

export function isMissing(error: unknown): boolean {
	const { name } = error as Error
	return ['NoSuchKey', 'NotFound', 'NoSuchUpload'].includes(name) && statusOf(error) === 404
}

/** Whether S3 failed to serve the request through no fault of the request. */
export function toStorageUnavailable(error: unknown): unknown {
	const status = statusOf(error)
	const isAnswer = status !== undefined && status < 500 && status !== 429
	return isAnswer || !isSdkError(error) ? error : new StorageUnavailable('S3 cannot be reached', { cause: error })
}

function statusOf(error: unknown): number | undefined {
	return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode
}

/** Network errors have no status, but the SDK marks them as retryable. */
function isSdkError(error: unknown): boolean {
	return typeof error === 'object' && error !== null && '$metadata' in error
}
