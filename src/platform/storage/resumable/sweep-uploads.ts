import type { Deps } from '#platform/deps.ts'
import { storageService } from '#platform/storage/storage-context.ts'
import { forgetUpload } from './finish-upload.ts'
import { deleteUpload, expiredUploads, type UploadRow, uploadLifetime } from './queries.ts'
import { lockName } from './upload-id.ts'

type Expired = Pick<UploadRow, 'id' | 'version' | 'pieces' | 'finished_at'>
const batchSize = 500

/**
 * Ends expired uploads and deletes the bytes of those that never became an object.
 * @returns the number of ended uploads
 */
export async function sweepUploads(deps: Pick<Deps, 'db' | 'files'>, olderThan = uploadLifetime): Promise<number> {
	const { db, files } = deps
	let ended = 0
	for (let more = true; more; ) {
		const expired = await db.as(storageService, (tx) => tx.final<Expired>(expiredUploads(olderThan, batchSize)))
		const before = ended
		for (const upload of expired) if (await endUpload(deps, upload)) ended++
		more = expired.length === batchSize && ended > before
	}
	await files.multipartUploads.sweep(olderThan * 1000)
	return ended
}

/** @returns false while the upload has a writer */
async function endUpload(deps: Pick<Deps, 'db' | 'files'>, upload: Expired): Promise<boolean> {
	if (upload.finished_at) {
		await deps.db.as(storageService, (tx) => tx.final(deleteUpload(upload.id)))
		return true
	}
	const release = await deps.db.lock(lockName(upload.id), () => {})
	if (!release) return false
	try {
		await forgetUpload(deps, upload)
		return true
	} finally {
		await release()
	}
}
