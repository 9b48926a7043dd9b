import { DetailedError, Upload } from 'tus-js-client'
import type { UploadAnswer } from '#shared/form/submission-api.ts'
import { firstPartBytes, nextPartBytes } from './upload-pace.ts'
import { UploadError } from './upload-status.ts'

/** A connection that moves no byte for so many milliseconds is given up. */
const stallMs = 45_000

export type FileToSend = {
	file: Blob
	/** MIME type without codecs. */
	type: string
	target: UploadAnswer
	/** URL of the upload once it began. */
	address: string | undefined
	/** The largest part in bytes that proxies on the way take. */
	largestPart: number
	onAddress: (address: string) => void
	/** `sent` is in bytes, of all parts. */
	onProgress: (sent: number) => void
}

/**
 * Sends a file by TUS, from where the server has it. Resolves once all bytes are stored.
 * @throws UploadError when a request fails; DOMException AbortError when the signal aborts
 */
export async function sendFile(
	{ file, type, target, address, largestPart, ...on }: FileToSend,
	signal: AbortSignal,
): Promise<void> {
	signal.throwIfAborted()
	const over = new AbortController()
	try {
		await new Promise<void>((resolve, reject) => {
			let partBegan = Date.now()
			let stall = 0
			const give = (reason: unknown) => {
				void upload.abort()
				reject(reason)
			}
			const watch = () => {
				clearTimeout(stall)
				stall = window.setTimeout(() => give(new UploadError(null)), stallMs)
			}
			const upload = new Upload(file, {
				endpoint: onThisOrigin(target.url),
				uploadUrl: address ?? null,
				headers: { 'x-signature': target.token },
				metadata: { bucketName: target.bucket, objectName: target.name, contentType: type },
				chunkSize: Math.min(firstPartBytes, largestPart),
				uploadDataDuringCreation: true,
				storeFingerprintForResuming: false,
				// The caller decides on another try.
				retryDelays: null,
				onUploadUrlAvailable: () => {
					// A server may name itself by another host than the page's.
					upload.url = onThisOrigin(upload.url ?? '')
					on.onAddress(upload.url)
				},
				onProgress: (sent) => {
					watch()
					on.onProgress(sent)
				},
				onChunkComplete: (bytes) => {
					upload.options.chunkSize = nextPartBytes(bytes, (Date.now() - partBegan) / 1000, largestPart)
					partBegan = Date.now()
				},
				onSuccess: () => resolve(),
				onError: (error) =>
					reject(toUploadError(error, Math.min(upload.options.chunkSize ?? firstPartBytes, file.size))),
			})
			const options = { signal: over.signal }
			signal.addEventListener('abort', () => give(signal.reason), options)
			addEventListener('offline', () => give(new UploadError(null)), options)
			over.signal.addEventListener('abort', () => clearTimeout(stall))
			watch()
			upload.start()
		})
	} finally {
		over.abort()
	}
}

/** @param part bytes of the part that was sent */
function toUploadError(error: Error, part: number): UploadError {
	const response = error instanceof DetailedError ? error.originalResponse : null
	const status = response?.getStatus() || null
	// Our server names the protocol in each answer; a proxy does not.
	const isForeign = status === 413 && !response?.getHeader('Tus-Resumable')
	return new UploadError(status, Number(response?.getHeader('Retry-After')) || null, isForeign ? part : null)
}

/** The page may only connect to where it came from. */
function onThisOrigin(url: string): string {
	const { pathname, search } = new URL(url, location.href)
	return new URL(pathname + search, location.origin).href
}
