import { Readable } from 'node:stream'
import { type Bucket, isMissing, wordAway } from './s3-client.ts'

/** One part of a file on its way, as S3 wants it named at the end. */
export type Part = { etag: string; size: number }
/** What S3 tells of a file. `etag` is without quotes. */
export type S3File = { key: string; size: number; etag: string; since: number }

/** Where the next page of files on their way begins. */
type UploadMarker = { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined }

const bare = (etag: string | undefined) => (etag ?? '').replaceAll('"', '')

/**
 * The requests that the store makes of S3, in its own words.
 * @throws StorageAway from each when S3 does not answer or is not able to
 */
export function createS3Bucket(open: () => Promise<Bucket>) {
	async function ask<T>(work: (bucket: Bucket) => Promise<T>): Promise<T> {
		try {
			return await work(await open())
		} catch (error) {
			throw wordAway(error)
		}
	}
	const orNothing = async <T>(asked: Promise<T>): Promise<T | undefined> => {
		try {
			return await asked
		} catch (error) {
			if (isMissing(error)) return undefined
			throw error
		}
	}

	return {
		/** @throws Error when the bucket is not there or not ours */
		check: () => ask(({ sdk, name, send }) => send(new sdk.HeadBucketCommand({ Bucket: name }))),
		put: (key: string, bytes: Uint8Array) =>
			ask(({ sdk, name, send }) =>
				send(new sdk.PutObjectCommand({ Bucket: name, Key: key, Body: bytes })),
			),
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
			// Not everybody who speaks S3 heeds every range; a last byte of 0 is commonly taken for none.
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
		/** @returns whether there was something to copy */
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
		/** Begins a file that comes in parts. @returns S3's name for it */
		async begin(key: string): Promise<string> {
			const begun = await ask(({ sdk, name, send }) =>
				send(new sdk.CreateMultipartUploadCommand({ Bucket: name, Key: key })),
			)
			return begun.UploadId ?? ''
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
		/** Forgets parts. Not everybody who speaks S3 can; a lifecycle rule of the bucket does the same. */
		abort: (key: string, upload: string) =>
			ask(({ sdk, name, send }) =>
				send(new sdk.AbortMultipartUploadCommand({ Bucket: name, Key: key, UploadId: upload })),
			).then(
				() => {},
				() => {},
			),
		/** Files on their way since before a moment; nothing where S3's double cannot tell. */
		async begunBefore(prefix: string, moment: number): Promise<{ key: string; upload: string }[]> {
			const begun: { key: string; upload: string }[] = []
			const pageAfter = (at: UploadMarker) =>
				ask(({ sdk, name, send }) =>
					send(new sdk.ListMultipartUploadsCommand({ Bucket: name, Prefix: prefix, ...at })),
				).catch(() => undefined)
			for (let at: UploadMarker | undefined = {}; at; ) {
				const page = await pageAfter(at)
				for (const { Key = '', UploadId = '', Initiated } of page?.Uploads ?? [])
					if (Number(Initiated) < moment) begun.push({ key: Key, upload: UploadId })
				const { IsTruncated, NextKeyMarker, NextUploadIdMarker } = page ?? {}
				at =
					IsTruncated && NextKeyMarker
						? { KeyMarker: NextKeyMarker, UploadIdMarker: NextUploadIdMarker }
						: undefined
			}
			return begun
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
