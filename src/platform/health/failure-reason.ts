import { StorageFull, type StorageProblem, StorageUnavailable } from '#platform/media/files/file-store.ts'
import { isDiskFull, isOutage } from '#platform/pg/pg-errors.ts'

/** A refusal of a check itself; its message is a sentence for anybody. */
export class NotReady extends Error {}

const reasons: Record<string, string> = {
	ENOSPC: 'The disk is full.',
	EDQUOT: 'The disk quota is used up.',
	EROFS: 'The disk is read-only.',
	EACCES: 'The server may not write there.',
	EPERM: 'The server may not write there.',
	ENOENT: 'The folder does not exist.',
	ENOTDIR: 'The folder does not exist.',
	EEXIST: 'The folder does not exist.',
	EIO: 'The disk reports errors.',
	'25006': 'The database is read-only.',
	'53400': 'The database may not write temporary files.',
	'57014': 'The database is too slow.',
}

const storageReasons: Record<StorageProblem, string> = {
	away: 'S3 does not answer.',
	refused: 'S3 refuses access.',
	no_bucket: 'The bucket does not exist.',
	no_s3: 'What answers in place of S3 is no S3 server.',
	altered: 'S3 answers with other bytes than were stored.',
}

/** The reason of a failed check in words of our own: messages of the system name paths and hosts. */
export function failureReason(error: unknown): string {
	if (error instanceof NotReady) return error.message
	if (error instanceof StorageFull)
		return error.cause ? 'The disk is full.' : 'Less disk space is left than the server keeps free.'
	if (error instanceof StorageUnavailable) return storageReasons[error.problem]
	if (isDiskFull(error)) return 'The disk of the database is full.'
	const { code, syscall } = (error ?? {}) as { code?: unknown; syscall?: unknown }
	const known = typeof code === 'string' ? reasons[code] : undefined
	// A socket that is gone has the code of a missing folder.
	if (known && syscall !== 'connect') return known
	return isOutage(error) ? 'The database does not answer.' : 'Writing fails; the log says why.'
}
