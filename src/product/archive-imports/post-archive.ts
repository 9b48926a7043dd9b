import { randomUUID } from 'node:crypto'
import type { Deps } from '#platform/deps.ts'
import { BodyTimeoutError, withMinimumRate } from '#platform/http/body/body-rate.ts'
import { AppError } from '#platform/http/response/app-error.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import { FileTooLarge, SourceBroken, type StoredFile } from '#platform/media/files/file-store.ts'
import { isUncommitted } from '#platform/pg/pg-errors.ts'
import { Semaphore } from '#platform/semaphore.ts'
import { invalid, rateLimited, toStorageError, unavailable } from '#product/http/errors.ts'
import { fileNameOf } from '#product/http/file-name.ts'
import { tooLarge } from '#product/http/json-body.ts'
import { privateJson } from '#product/http/private-json.ts'
import { runQuery } from '#product/run-query.ts'
import { createDiskGuard } from '#product/testimonials/disk-guard.ts'
import { admitArchive, startArchiveImport } from './queries.ts'

const MiB = 1024 * 1024
/** Archives that arrive at once on a node. */
const uploadsAtOnce = 4

/**
 * POST /functions/v1/archive?name= with the bytes of an archive (application/zip): 202 `{id}` of the row in `archive_imports`, once the file
 * is stored and a job reads it.
 */
export function postArchive(deps: Deps): Handler {
	const { config, db, identify } = deps
	const requireDiskSpace = createDiskGuard(config.DATA_DIR, config.MIN_FREE_DISK_MB)
	const uploads = new Semaphore(uploadsAtOnce, { maxWaiters: 0, refuse: tooManyUploads })
	const maxBytes = config.ARCHIVE_MAX_MB * MiB

	return async (x) => {
		const { claims } = await identify(x)
		if (maxBytes === 0) throw new AppError(403, 'forbidden', 'This server takes archives by its command alone.')
		requireZip(x)
		if (Number(x.header('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes)
		await requireDiskSpace()
		await runQuery(db, claims, admitArchive()).catch((error) => {
			throw toAppError(error)
		})
		return uploads.run(async () => {
			const stored = await store(deps, x, maxBytes)
			const id = randomUUID()
			const file = { version: stored.version, metadata: { size: stored.size, mimetype: 'application/zip' } }
			try {
				await runQuery(db, claims, startArchiveImport(id, fileNameOf(x.query('name')), file))
			} catch (error) {
				if (isUncommitted(error)) await deps.files.remove([stored.version])
				throw toAppError(error)
			}
			return privateJson({ id }, 202)
		})
	}
}

async function store({ files }: Deps, x: Exchange, maxBytes: number): Promise<StoredFile> {
	const declared = x.header('content-length')
	const expected = declared === undefined ? undefined : Number(declared)
	if (!x.body || expected === 0) throw invalid({ file: 'Choose an archive.' })
	const stored = await files.put(withMinimumRate(x.body), maxBytes, { expected }).catch((error) => {
		throw toStoreError(error, maxBytes)
	})
	if (stored.size > 0) return stored
	await files.remove([stored.version])
	throw invalid({ file: 'Choose an archive.' })
}

function requireZip(x: Exchange): void {
	const type = (x.header('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase()
	if (type === 'application/zip' || type === 'application/x-zip-compressed' || type === 'application/octet-stream')
		return
	throw new AppError(415, 'unsupported_media_type', 'Send the archive itself, as application/zip.')
}

function toStoreError(error: unknown, maxBytes: number): unknown {
	const { cause } = error as { cause?: unknown }
	const headers = { connection: 'close' }
	if (error instanceof FileTooLarge) return tooLarge(maxBytes)
	if (error instanceof BodyTimeoutError || cause instanceof BodyTimeoutError)
		return new AppError(408, 'bad_request', 'The archive arrives too slowly.', { headers, cause: error })
	if (error instanceof SourceBroken)
		return new AppError(400, 'bad_request', 'The archive did not arrive whole.', { headers, cause: error })
	return toStorageError(error, 'The archive cannot be stored right now. Please send it again.')
}

/** Refusals of private.require_archive_import and private.admit_archive. */
function toAppError(error: unknown): unknown {
	const { hint, message = '' } = error as { hint?: string; message?: string }
	if (hint === 'archive_running') return new AppError(409, 'in_progress', message, { cause: error })
	if (hint === 'too_many_spaces') return new AppError(403, 'limit_reached', message, { cause: error })
	if (hint === 'too_many_archives') return rateLimited()
	if (hint === 'second_factor') return new AppError(403, 'forbidden', message, { cause: error })
	return error
}

const tooManyUploads = () => unavailable('Many archives arrive at this moment. Please send again.', 30)
