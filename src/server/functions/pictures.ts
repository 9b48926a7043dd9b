import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { SentFile } from './multipart.ts'
import type { StoredPicture } from './submission-queries.ts'

/** Pictures whose bytes are stored; their rows come with the submission's own transaction. */
export type KeptPictures = { rows: StoredPicture[]; discard(): Promise<void> }
export const noPictures: KeptPictures = { rows: [], discard: async () => {} }

export function createPictures(_deps: Deps) {
	return {
		keep(_space: string, _testimonial: string, _files: SentFile[]): Promise<KeptPictures> {
			throw new AppError(503, 'unavailable', 'Photos are not taken yet.')
		},
	}
}
