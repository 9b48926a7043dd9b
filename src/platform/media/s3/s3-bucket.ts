import { Readable } from 'node:stream'
import { type Bucket, isMissing, toStorageUnavailable } from './s3-client.ts'

/** One uploaded part, as S3 needs it for completion. */
export type Part = { etag: string; size: number }
/** Attributes of an S3 object. `etag` is without quotes. */
export type S3File = { key: string; size: number; etag: string; since: number }

/** Marker of the next page of multipart uploads. */
type UploadMarker = { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined }

const bare = (etag: string | undefined) => (etag ?? '').replaceAll('"', '')

/** The S3 requests of the store. @throws StorageUnavailable from each when S3 does not answer or fails */
export function createS3Bucket(open: () => Promise<Bucket>) {
	async function ask<T>(work: (bucket: Bucket) => Promise<T>): Promise<T> {
		try {
			return await work(await open())
		} catch (error) {
			throw toStorageUnavailable(error)
		}
	}
	const orNothing = async <T>(request: Promise<T>): Promise<T | undefined> => {
		try {
			return await request
		} catch (error) {
			if (isMissing(error)) return undefined
			throw error
		}
	}

	return {
		/** @throws Error when the bucket does not exist or belongs to somebody else */
		check: () => ask(({ sdk, name, send }) => send(new sdk.HeadBucketCommand({ Bucket: name }))),
		put: (key: string, bytes: Uint8Array) =>
			ask(({ sdk, name, send }) => send(new sdk.PutObjectCommand({ Bucket: name, Key: key, Body: bytes }))),
		async get(key: string, range?: { from: number; to: number }): Promise<Readable | undefined> {
			const found = await orNothing(
				ask(({ sdk, name, send }) =>
					send(
						new sdk.GetObjectCommand({
							Bucket: name,
							Key: key,
							...(range ? { Range: `bytes=${range.from}-${range.to}` } : {}),
						}),
					),
				),
			)
			const body = found?.Body as Readable | undefined
			if (!body || !range) return body
			// Not every S3 implementation respects ranges; some take a last byte of 0 for none.
			const [, from, to] = /^bytes (\d+)-(\d+)\//.exec(found?.ContentRange ?? '') ?? []
			if (Number(from) === range.from && Number(to) === range.to) return body
			const skipped = Number(from ?? 0)
			return Readable.from(slice(body, { from: range.from - skipped, to: range.to - skipped }))
		},
		async head(key: string): Promise<Pick<S3File, 'size' | 'etag'> | undefined> {
			const found = await orNothing(
				ask(({ sdk, name, send }) => send(new sdk.HeadObjectCommand({ Bucket: name, Key: key }))),
			)
			return found && { size: found.ContentLength ?? 0, etag: bare(found.ETag) }
		},
		/** @returns whether the source exists */
		async copy(from: string, to: string): Promise<boolean> {
			const copied = await orNothing(
				ask(({ sdk, name, send }) =>
					send(new sdk.CopyObjectCommand({ Bucket: name, Key: to, CopySource: `${name}/${from}` })),
				),
			)
			return copied !== undefined
		},
		remove: (key: string) =>
			ask(({ sdk, name, send }) => send(new sdk.DeleteObjectCommand({ Bucket: name, Key: key }))),
		async list(prefix: string): Promise<S3File[]> {
			const files: S3File[] = []
			for (let next: string | undefined, more = true; more; more = next !== undefined) {
				const page = await ask(({ sdk, name, send }) =>
					send(
						new sdk.ListObjectsV2Command({
							Bucket: name,
							Prefix: prefix,
							...(next ? { ContinuationToken: next } : {}),
						}),
					),
				)
				for (const { Key = '', Size = 0, ETag, LastModified } of page.Contents ?? [])
					files.push({ key: Key, size: Size, etag: bare(ETag), since: Number(LastModified) })
				next = page.NextContinuationToken
			}
			return files
		},
		/** Starts a multipart upload. @returns its upload id */
		async begin(key: string): Promise<string> {
			const started = await ask(({ sdk, name, send }) =>
				send(new sdk.CreateMultipartUploadCommand({ Bucket: name, Key: key })),
			)
			return started.UploadId ?? ''
		},
		/** @param number from 1 */
		async part(key: string, upload: string, number: number, bytes: Uint8Array): Promise<Part> {
			const sent = await ask(({ sdk, name, send }) =>
				send(
					new sdk.UploadPartCommand({
						Bucket: name,
						Key: key,
						UploadId: upload,
						PartNumber: number,
						Body: bytes,
					}),
				),
			)
			return { etag: sent.ETag ?? '', size: bytes.length }
		},
		complete: (key: string, upload: string, parts: readonly Part[]) =>
			ask(({ sdk, name, send }) =>
				send(
					new sdk.CompleteMultipartUploadCommand({
						Bucket: name,
						Key: key,
						UploadId: upload,
						MultipartUpload: {
							Parts: parts.map(({ etag }, i) => ({ ETag: etag, PartNumber: i + 1 })),
						},
					}),
				),
			),
		/** Aborts a multipart upload. Where S3 cannot, a lifecycle rule of the bucket does. */
		abort: (key: string, upload: string) =>
			ask(({ sdk, name, send }) =>
				send(new sdk.AbortMultipartUploadCommand({ Bucket: name, Key: key, UploadId: upload })),
			).then(
				() => {},
				() => {},
			),
		/** Multipart uploads begun before a time; none where the implementation cannot list them. */
		async begunBefore(prefix: string, moment: number): Promise<{ key: string; upload: string }[]> {
			const uploads: { key: string; upload: string }[] = []
			const pageAfter = (at: UploadMarker) =>
				ask(({ sdk, name, send }) =>
					send(new sdk.ListMultipartUploadsCommand({ Bucket: name, Prefix: prefix, ...at })),
				).catch(() => undefined)
			for (let at: UploadMarker | undefined = {}; at; ) {
				const page = await pageAfter(at)
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

async function* slice(stream: Readable, { from, to }: { from: number; to: number }) {
	let at = 0
	for await (const chunk of stream as AsyncIterable<Buffer>) {
		const part = chunk.subarray(Math.max(0, from - at), Math.max(0, to + 1 - at))
		at += chunk.length
		if (part.length > 0) yield part
		if (at > to) return
	}
}
