import type { Deps } from '#platform/deps.ts'
import { type FetchRules, fetchFailure, fetchGuarded } from '#platform/http/fetch-guarded.ts'
import { AppError } from '#platform/http/response/app-error.ts'
import type { JobContext } from '#platform/jobs/jobs.ts'
import { nextImportPicture, storeImportPicture } from '#product/imports/queries.ts'
import { importPayload } from '#product/imports/run-import.ts'
import { readQuery, runQuery, service } from '#product/run-query.ts'
import { createPictureStore, type StoredPictures } from '#product/testimonials/picture-store.ts'

const milliseconds = 10_000

type Picture = { testimonial_id: string; row: number; role: 'avatar' | 'photo'; url: string }

/**
 * The job that fetches the pictures of an import, one after the other, and stores them as those of visitors are. One that cannot be
 * fetched is kept as a link, and its row says why.
 */
export function createPictureJob(deps: Deps) {
	const { config, db } = deps
	const pictures = createPictureStore(deps)

	async function next(space: string, id: string): Promise<Picture | null> {
		const query = nextImportPicture(space, id)
		const [row] = await readQuery<{ picture: Picture | null }>(db, service, query, space)
		return row?.picture ?? null
	}

	async function fetchPicture(
		space: string,
		{ testimonial_id, role, url }: Picture,
		signal: AbortSignal,
	): Promise<StoredPictures> {
		const rules: FetchRules = {
			maxBytes: config.MAX_PHOTO_MB * 1024 * 1024,
			milliseconds,
			accept: 'image/webp, image/png, image/jpeg',
			allowPrivate: config.IMPORT_ALLOW_PRIVATE,
			signal,
		}
		const { bytes } = await fetchGuarded(url, rules)
		// It is decoded by its content, whatever its type is said to be.
		return pictures.store(space, testimonial_id, [{ field: role, bytes }])
	}

	async function take(space: string, id: string, picture: Picture, signal: AbortSignal): Promise<void> {
		const store = async (files: string | null, reason: string | null) => {
			const query = storeImportPicture(space, id, picture, files, reason)
			const [row] = await runQuery<{ is_stored: boolean }>(db, service, query, { shardKey: space })
			return row?.is_stored === true
		}
		let stored: StoredPictures
		try {
			stored = await fetchPicture(space, picture, signal)
		} catch (error) {
			if (signal.aborted) throw error
			const isRefused = error instanceof AppError && error.status === 422
			// Want of space is no fault of the picture.
			if (error instanceof AppError && !isRefused) throw error
			await store(null, isRefused ? (Object.values(error.fields ?? {})[0] ?? error.message) : fetchFailure(error))
			return
		}
		if (!(await store(JSON.stringify(stored.rows), null))) await stored.discard()
	}

	return async (payload: Record<string, unknown>, { signal }: JobContext): Promise<void> => {
		const { space_id: space, import_id: id } = importPayload.parse(payload)
		for (let picture = await next(space, id); picture; picture = await next(space, id)) {
			signal.throwIfAborted()
			await take(space, id, picture, signal)
		}
	}
}
