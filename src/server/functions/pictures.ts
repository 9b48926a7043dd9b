import { randomUUID } from 'node:crypto'
import type { Deps } from '#server/deps.ts'
import { storageFull } from '#server/errors.ts'
import { StorageAway, StorageFull } from '#server/media/file-store.ts'
import { ImageRefused } from '#server/media/image-refused.ts'
import { type EncodedImage, encodeImage, imagePolicy } from '#server/media/images.ts'
import { longestSide } from '#shared/picture-sides.ts'
import type { SentFile } from './multipart.ts'
import type { StoredPicture } from './submission-queries.ts'
import { filesAway, invalid } from './submit-refusals.ts'

/** Pictures whose bytes are stored; their rows come with the submission's own transaction. */
export type KeptPictures = { rows: StoredPicture[]; discard(): Promise<void> }
export const noPictures: KeptPictures = { rows: [], discard: async () => {} }

const extensions = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' } as const

/** Takes visitors' pictures in: re-encoded by content, stored before any row names them. */
export function createPictures({ config, files, log }: Pick<Deps, 'config' | 'files' | 'log'>) {
	const maxBytes = config.MAX_PHOTO_MB * 1024 * 1024

	/** What nobody points at any more; a failure leaves bytes out of everybody's reach, and is only logged. */
	async function remove(rows: readonly { version: string }[]): Promise<void> {
		await files
			.remove(rows.map(({ version }) => version))
			.catch((error) => log.warn({ err: error }, 'pictures could not be removed'))
	}

	async function encode({ field, bytes }: SentFile): Promise<EncodedImage> {
		const max_side = field === 'avatar' ? longestSide.avatar : longestSide.photo
		const policy = imagePolicy.parse({ max_bytes: maxBytes, max_side })
		try {
			return await encodeImage(bytes, policy)
		} catch (error) {
			if (error instanceof ImageRefused) throw invalid({ [field]: error.message })
			throw error
		}
	}

	async function keepOne(folder: string, file: SentFile): Promise<StoredPicture> {
		const image = await encode(file)
		const { version, size, etag } = await files.put([image.bytes], image.bytes.length)
		const id = randomUUID()
		return {
			id,
			object_id: randomUUID(),
			role: file.field === 'avatar' ? 'avatar' : 'photo',
			path: `${folder}/${id}.${extensions[image.mime]}`,
			version,
			mime: image.mime,
			bytes: size,
			width: image.width,
			height: image.height,
			metadata: {
				eTag: `"${etag}"`,
				size,
				mimetype: image.mime,
				cacheControl: 'max-age=30',
				lastModified: new Date().toISOString(),
				contentLength: size,
				httpStatusCode: 200,
			},
		}
	}

	return {
		/**
		 * Stores the pictures of one submission.
		 * @throws AppError 422 naming the field, 507; nothing is left behind then
		 */
		async keep(space: string, testimonial: string, sent: SentFile[]): Promise<KeptPictures> {
			const rows: StoredPicture[] = []
			try {
				for (const file of sent) rows.push(await keepOne(`${space}/${testimonial}`, file))
			} catch (error) {
				await remove(rows)
				if (error instanceof StorageFull) throw storageFull(error)
				if (error instanceof StorageAway) throw filesAway(error)
				throw error
			}
			return { rows, discard: () => remove(rows) }
		},
		remove,
	}
}
