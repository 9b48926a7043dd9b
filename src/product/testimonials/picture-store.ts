import { randomUUID } from 'node:crypto'
import type { Deps } from '#platform/deps.ts'
import { AppError, storageFull } from '#platform/http/response/app-error.ts'
import { StorageFull, StorageUnavailable } from '#platform/media/files/file-store.ts'
import { objectMetadata } from '#platform/media/files/object-metadata.ts'
import { type EncodedImage, encodeImage, imagePolicy } from '#platform/media/images/encode-image.ts'
import { ImageRejected } from '#platform/media/images/image-job.ts'
import { invalid } from '#product/http/errors.ts'
import { maxPictureSide } from '#shared/look/picture-sizes.ts'

/** A file of a form post. Its declared type and name are not trusted and not kept. */
export type UploadedFile = { field: string; bytes: Buffer }

/** A stored file without its rows yet. The members are read by SQL, as JSON. */
export type PictureRow = {
	id: string
	object_id: string
	role: 'photo' | 'avatar'
	path: string
	version: string
	mime: string
	bytes: number
	width: number
	height: number
	metadata: Record<string, unknown>
}

/** Pictures whose bytes are stored; their rows come with the submission's own transaction. */
export type StoredPictures = { rows: PictureRow[]; discard(): Promise<void> }

const extensions = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' } as const

/** Stores submitters' pictures: re-encoded by content, and before any row refers to them. */
export function createPictureStore({ config, files, log }: Pick<Deps, 'config' | 'files' | 'log'>) {
	const maxBytes = config.MAX_PHOTO_MB * 1024 * 1024

	/** A failure is only logged: without a row, the bytes are unreachable. */
	async function remove(rows: readonly { version: string }[]): Promise<void> {
		if (rows.length === 0) return
		await files
			.remove(rows.map(({ version }) => version))
			.catch((error) => log.warn({ err: error }, 'pictures could not be removed'))
	}

	async function encode({ field, bytes }: UploadedFile, converts: boolean): Promise<EncodedImage> {
		const max_side = field === 'avatar' ? maxPictureSide.avatar : maxPictureSide.photo
		const policy = imagePolicy.parse({ max_bytes: maxBytes, max_side })
		try {
			return await encodeImage(bytes, policy, converts)
		} catch (error) {
			if (error instanceof ImageRejected) throw invalid({ [field]: error.message })
			throw error
		}
	}

	async function storeOne(folder: string, file: UploadedFile, converts: boolean): Promise<PictureRow> {
		const image = await encode(file, converts)
		const stored = await files.put([image.bytes], image.bytes.length)
		const id = randomUUID()
		return {
			id,
			object_id: randomUUID(),
			role: file.field === 'avatar' ? 'avatar' : 'photo',
			path: `${folder}/${id}.${extensions[image.mime]}`,
			version: stored.version,
			mime: image.mime,
			bytes: stored.size,
			width: image.width,
			height: image.height,
			metadata: objectMetadata(stored, image.mime, 'max-age=30'),
		}
	}

	return {
		/**
		 * Stores the pictures of one submission.
		 * @param converts true for pictures from elsewhere, which may be AVIF or GIF
		 * @throws AppError 422 with the field, 503, 507; nothing stays stored then
		 */
		async store(
			space: string,
			testimonial: string,
			uploads: UploadedFile[],
			converts = false,
		): Promise<StoredPictures> {
			const rows: PictureRow[] = []
			try {
				for (const file of uploads) rows.push(await storeOne(`${space}/${testimonial}`, file, converts))
			} catch (error) {
				await remove(rows)
				if (error instanceof StorageFull) throw storageFull(error)
				if (error instanceof StorageUnavailable) throw storageUnavailable(error)
				throw error
			}
			return { rows, discard: () => remove(rows) }
		},
		remove,
	}
}

/** A submission is not stored without its photo: the sender may try again with both. */
function storageUnavailable(cause: unknown): AppError {
	const message = 'The photo cannot be stored right now. Please try again.'
	return new AppError(503, 'unavailable', message, { headers: { 'retry-after': '10' }, cause })
}
