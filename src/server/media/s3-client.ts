import type { S3Client } from '@aws-sdk/client-s3'
import { StorageAway } from './file-store.ts'

/** Where the operator's bucket is; without keys the SDK looks for them as it does everywhere. */
export type S3Settings = {
	bucket: string
	region: string
	endpoint: string | undefined
	keys: { accessKeyId: string; secretAccessKey: string } | undefined
}
type Sdk = typeof import('@aws-sdk/client-s3')

/** One bucket: its client, and the SDK's commands. */
export type Bucket = { sdk: Sdk; name: string; send: S3Client['send'] }

/** Loaded at the first use: an installation on disk does not pay for the SDK. */
export function openBucket({ bucket, region, endpoint, keys }: S3Settings): () => Promise<Bucket> {
	let opened: Promise<Bucket> | undefined
	return () => {
		opened ??= import('@aws-sdk/client-s3').then((sdk) => {
			const client = new sdk.S3Client({
				region,
				...(endpoint ? { endpoint, forcePathStyle: true } : {}),
				...(keys ? { credentials: keys } : {}),
				// Newer checksums are unknown to many who speak S3.
				requestChecksumCalculation: 'WHEN_REQUIRED',
				responseChecksumValidation: 'WHEN_REQUIRED',
				// A machine with its hands full takes seconds to see that it was connected long ago.
				requestHandler: { connectionTimeout: 10_000, requestTimeout: 30_000 },
			})
			return { sdk, name: bucket, send: client.send.bind(client) as S3Client['send'] }
		})
		return opened
	}
}

/** Whether the answer was that there is no such thing. */
export function isMissing(error: unknown): boolean {
	const { name } = error as Error
	return ['NoSuchKey', 'NotFound', 'NoSuchUpload'].includes(name) && statusOf(error) === 404
}

/** Whether the request could not be served at all, through no fault of its own. */
export function wordAway(error: unknown): unknown {
	const status = statusOf(error)
	const isAnswer = status !== undefined && status < 500 && status !== 429
	return isAnswer || !isOfSdk(error)
		? error
		: new StorageAway('S3 cannot be reached', { cause: error })
}

function statusOf(error: unknown): number | undefined {
	return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode
}

/** Failures of the network carry no status, but the SDK marks them all. */
function isOfSdk(error: unknown): boolean {
	return typeof error === 'object' && error !== null && '$metadata' in error
}
