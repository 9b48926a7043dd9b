import { Readable } from 'node:stream'
import type { S3 } from '@aws-sdk/client-s3'
import { StorageUnavailable } from '#platform/media/files/file-store.ts'

/** Settings of the bucket; without keys the SDK uses its default credential chain. */
export type S3Settings = {
	bucket: string
	region: string
	endpoint: string | undefined
	keys: { accessKeyId: string; secretAccessKey: string } | undefined
}
/** One uploaded part, as S3 needs it for completion. */
export type Part = { etag: string; size: number }
/** Attributes of an S3 object. `etag` is without quotes. */
export type S3File = { key: string; size: number; etag: string; since: number }

/** Marker of the next page of multipart uploads. */
type UploadMarker = { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined }

const bare = (etag: string | undefined) => (etag ?? '').replaceAll('"', '')

/** The S3 requests of the store. @throws StorageUnavailable from each when S3 does not answer or fails */
export function createS3Bucket(settings: S3Settings) {
	const Bucket = settings.bucket
	let opened: Promise<S3> | undefined

	async function ask<T>(work: (s3: S3) => Promise<T>): Promise<T> {
		try {
			opened ??= connect(settings)
			return await work(await opened)
		} catch (error) {
			throw toStorageUnavailable(error)
		}
	}
	const orNothing = <T>(request: Promise<T>): Promise<T | undefined> =>
		request.catch((error) => {
			if (isMissing(error)) return undefined
			throw error
		})

	return {
		put: async (Key: string, Body: Uint8Array) => {
			requireEtag(await ask((s3) => s3.putObject({ Bucket, Key, Body })))
		},
		async get(Key: string, range?: { from: number; to: number }): Promise<Readable | undefined> {
			const Range = range && `bytes=${range.from}-${range.to}`
			const found = await orNothing(ask((s3) => s3.getObject({ Bucket, Key, Range })))
			const body = found?.Body as Readable | undefined
			if (found && !found.ETag) body?.destroy()
			if (found) requireEtag(found)
			if (!body || !range) return body
			// Not every S3 implementation respects ranges; some take a last byte of 0 for none.
			const [, from, to] = /^bytes (\d+)-(\d+)\//.exec(found?.ContentRange ?? '') ?? []
			if (Number(from) === range.from && Number(to) === range.to) return body
			const skipped = Number(from ?? 0)
			return Readable.from(slice(body, { from: range.from - skipped, to: range.to - skipped }))
		},
		async head(Key: string): Promise<Pick<S3File, 'size' | 'etag'> | undefined> {
			const found = await orNothing(ask((s3) => s3.headObject({ Bucket, Key })))
			return found && { size: found.ContentLength ?? 0, etag: requireEtag(found) }
		},
		/** @returns whether the source exists */
		async copy(from: string, Key: string): Promise<boolean> {
			const CopySource = `${Bucket}/${from}`
			return (await orNothing(ask((s3) => s3.copyObject({ Bucket, Key, CopySource })))) !== undefined
		},
		remove: (Key: string) => ask((s3) => s3.deleteObject({ Bucket, Key })),
		async list(Prefix: string): Promise<S3File[]> {
			const files: S3File[] = []
			for (let ContinuationToken: string | undefined, more = true; more; more = ContinuationToken !== undefined) {
				const page = await ask((s3) => s3.listObjectsV2({ Bucket, Prefix, ContinuationToken }))
				for (const { Key = '', Size = 0, ETag, LastModified } of page.Contents ?? [])
					files.push({ key: Key, size: Size, etag: bare(ETag), since: Number(LastModified) })
				ContinuationToken = page.NextContinuationToken
			}
			return files
		},
		/** Starts a multipart upload. @returns its upload id */
		async begin(Key: string): Promise<string> {
			return (await ask((s3) => s3.createMultipartUpload({ Bucket, Key }))).UploadId ?? ''
		},
		/** @param PartNumber from 1 */
		async part(Key: string, UploadId: string, PartNumber: number, Body: Uint8Array): Promise<Part> {
			const sent = await ask((s3) => s3.uploadPart({ Bucket, Key, UploadId, PartNumber, Body }))
			requireEtag(sent)
			return { etag: sent.ETag ?? '', size: Body.length }
		},
		async complete(Key: string, UploadId: string, parts: readonly Part[]) {
			const Parts = parts.map(({ etag }, i) => ({ ETag: etag, PartNumber: i + 1 }))
			requireEtag(await ask((s3) => s3.completeMultipartUpload({ Bucket, Key, UploadId, MultipartUpload: { Parts } })))
		},
		/** Aborts a multipart upload. Where S3 cannot, a lifecycle rule of the bucket does. */
		abort: (Key: string, UploadId: string) =>
			ask((s3) => s3.abortMultipartUpload({ Bucket, Key, UploadId })).then(
				() => {},
				() => {},
			),
		/** Multipart uploads begun before a time; none where the implementation cannot list them. */
		async begunBefore(Prefix: string, moment: number): Promise<{ key: string; upload: string }[]> {
			const uploads: { key: string; upload: string }[] = []
			for (let at: UploadMarker | undefined = {}; at; ) {
				const marker: UploadMarker = at
				const page = await ask((s3) => s3.listMultipartUploads({ Bucket, Prefix, ...marker })).catch(() => undefined)
				for (const { Key = '', UploadId = '', Initiated } of page?.Uploads ?? [])
					if (Number(Initiated) < moment) uploads.push({ key: Key, upload: UploadId })
				const { IsTruncated, NextKeyMarker, NextUploadIdMarker } = page ?? {}
				at = IsTruncated && NextKeyMarker ? { KeyMarker: NextKeyMarker, UploadIdMarker: NextUploadIdMarker } : undefined
			}
			return uploads
		},
	}
}

export type S3Bucket = ReturnType<typeof createS3Bucket>

/** Loaded at the first use: an installation on disk does not load the SDK. */
async function connect({ region, endpoint, keys }: S3Settings): Promise<S3> {
	const { S3 } = await import('@aws-sdk/client-s3')
	return new S3({
		region,
		...(endpoint ? { endpoint, forcePathStyle: true } : {}),
		...(keys ? { credentials: keys } : {}),
		// Many S3 implementations do not know the newer checksums.
		requestChecksumCalculation: 'WHEN_REQUIRED',
		responseChecksumValidation: 'WHEN_REQUIRED',
		// A busy machine may take seconds to notice an established connection.
		requestHandler: { connectionTimeout: 10_000, requestTimeout: 30_000 },
	})
}

/**
 * Every answer about an object has an ETag. A web page in its place, as of a proxy that wants a sign-in, must not pass for a stored file.
 * @returns the ETag, without quotes
 */
function requireEtag({ ETag }: { ETag?: string | undefined }): string {
	if (!ETag) throw new StorageUnavailable('no_s3', 'What answers at S3_ENDPOINT is no S3 server')
	return bare(ETag)
}

function isMissing(error: unknown): boolean {
	const { name } = error as Error
	return ['NoSuchKey', 'NotFound', 'NoSuchUpload'].includes(name) && statusOf(error) === 404
}

/** StorageUnavailable when S3 failed to serve the request through no fault of the request, else the error itself. */
function toStorageUnavailable(error: unknown): unknown {
	const status = statusOf(error)
	const { name } = error as Error
	const refusal = `S3 refuses access: ${name}`
	if (name === 'NoSuchBucket') return new StorageUnavailable('no_bucket', refusal, { cause: error })
	if (status === 401 || status === 403) return new StorageUnavailable('refused', refusal, { cause: error })
	const isAnswer = status !== undefined && status < 500 && status !== 429
	return isAnswer || !isSdkError(error)
		? error
		: new StorageUnavailable('away', 'S3 cannot be reached', { cause: error })
}

function statusOf(error: unknown): number | undefined {
	return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode
}

/** Network errors have no status, but the SDK marks them as retryable. */
function isSdkError(error: unknown): boolean {
	return typeof error === 'object' && error !== null && '$metadata' in error
}

async function* slice(stream: Readable, { from, to }: { from: number; to: number }) {
	let at = 0
	for await (const chunk of stream as AsyncIterable<Buffer>) {
		const part = chunk.subarray(Math.max(0, from - at), Math.max(0, to + 1 - at))
		at += chunk.length
		if (part.length > 0) yield part
		if (at > to) return
	}
}
