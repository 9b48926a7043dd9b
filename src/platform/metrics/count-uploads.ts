import type { FileStore } from '#platform/media/files/file-store.ts'
import type { Metrics } from './metrics.ts'

/** The same file store, whose stored and failed files are counted. */
export function countUploads(files: FileStore, { add }: Pick<Metrics, 'add'>): FileStore {
	const counted = async <T extends { size: number }>(work: Promise<T>): Promise<T> => {
		try {
			const stored = await work
			add('plaudit_uploads_total', ['stored'])
			add('plaudit_upload_bytes_total', [], stored.size)
			return stored
		} catch (error) {
			add('plaudit_uploads_total', ['failed'])
			throw error
		}
	}
	const { multipartUploads } = files
	return {
		...files,
		put: (...given) => counted(files.put(...given)),
		multipartUploads: { ...multipartUploads, finish: (...given) => counted(multipartUploads.finish(...given)) },
	}
}
