import type { Deps } from '#server/deps.ts'
import { service } from '#server/storage/request.ts'
import { forgetUpload } from './finish.ts'
import { lockName } from './lock-name.ts'
import { deleteUpload, expiredUploads, type UploadRow, uploadLifetime } from './queries.ts'

type Expired = Pick<UploadRow, 'id' | 'version' | 'pieces' | 'finished_at'>
const atOnce = 500

/**
 * Ends uploads whose time is over, and deletes what arrived of those that never became an object.
 * @returns how many were ended
 */
export async function sweepUploads(
	deps: Pick<Deps, 'db' | 'files'>,
	olderThan = uploadLifetime,
): Promise<number> {
	const { db, files } = deps
	let ended = 0
	for (let more = true; more; ) {
		const expired = await db.as(service, (tx) =>
			tx.final<Expired>(expiredUploads(olderThan, atOnce)),
		)
		const before = ended
		for (const upload of expired) if (await end(deps, upload)) ended++
		more = expired.length === atOnce && ended > before
	}
	await files.partials.sweep(olderThan * 1000)
	return ended
}

/** @returns false while somebody is writing to it */
async function end(deps: Pick<Deps, 'db' | 'files'>, upload: Expired): Promise<boolean> {
	if (upload.finished_at) {
		await deps.db.as(service, (tx) => tx.final(deleteUpload(upload.id)))
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
