import type { Deps } from '#platform/deps.ts'
import {
	type FetchRules,
	fetchFailure,
	fetchGuarded,
	isPassingFailure,
	retryAfterOf,
} from '#platform/http/fetch-guarded.ts'
import { AppError } from '#platform/http/response/app-error.ts'
import { type JobContext, Postponed } from '#platform/jobs/jobs.ts'
import {
	importPicturesWait,
	nextImportPicture,
	type PictureToFetch,
	postponeImportPicture,
	storeImportPicture,
} from '#product/imports/queries.ts'
import { importPayload } from '#product/imports/run-import.ts'
import { readQuery, runQuery, service } from '#product/run-query.ts'
import { createPictureStore, type StoredPictures } from '#product/testimonials/picture-store.ts'
import { createHostFailures, type HostFailures, pauses } from './host-failures.ts'
import { readPicture } from './read-picture.ts'

const milliseconds = 20_000
const accept = 'image/avif, image/webp, image/png, image/jpeg, image/gif;q=0.8, */*;q=0.1'
/** The most seconds of a `Retry-After` that are waited. */
const longestPause = 900

/**
 * The job that fetches the pictures of an import, one after the other, and stores them as those of visitors are. One whose server is busy
 * waits while the others are fetched. One that cannot be fetched is kept as a link, and its row says why.
 */
export function createPictureJob(deps: Deps) {
	const { config, db } = deps
	const pictures = createPictureStore(deps)
	/** One for each import; another node that goes on with it begins to count again. */
	const failures = new Map<string, HostFailures>()
	const maxBytes = config.MAX_PHOTO_MB * 1024 * 1024

	async function next(space: string, id: string): Promise<PictureToFetch | null> {
		const query = nextImportPicture(space, id)
		const [row] = await readQuery<{ picture: PictureToFetch | null }>(db, service, query, space)
		return row?.picture ?? null
	}

	async function fetchPicture(
		space: string,
		{ testimonial_id, role, url }: PictureToFetch,
		signal: AbortSignal,
	): Promise<StoredPictures> {
		const rules: FetchRules = {
			maxBytes,
			milliseconds,
			accept,
			allowPrivate: config.IMPORT_ALLOW_PRIVATE,
			site: config.SITE_URL,
			signal,
		}
		// It is decoded by its content, whatever its type is said to be.
		const bytes = await readPicture(await fetchGuarded(url, rules), maxBytes)
		return pictures.store(space, testimonial_id, [{ field: role, bytes }], true)
	}

	async function take(
		space: string,
		id: string,
		picture: PictureToFetch,
		hosts: HostFailures,
		signal: AbortSignal,
	): Promise<void> {
		const write = (query: ReturnType<typeof storeImportPicture>) =>
			runQuery<{ is_stored?: boolean }>(db, service, query, { shardKey: space })
		const fail = (reason: string) => write(storeImportPicture(space, id, picture, null, reason))
		const { url, attempts } = picture
		const givenUp = hosts.givenUp(url)
		if (givenUp) return void (await fail(givenUp))
		let stored: StoredPictures
		try {
			stored = await fetchPicture(space, picture, signal)
		} catch (error) {
			if (signal.aborted) throw error
			const isRefused = error instanceof AppError && error.status === 422
			// Want of space is no fault of the picture.
			if (error instanceof AppError && !isRefused) throw error
			const reason = isRefused ? (Object.values(error.fields ?? {})[0] ?? error.message) : fetchFailure(error)
			if (!isPassingFailure(error)) {
				hosts.forget(url)
				return void (await fail(reason))
			}
			const hostPause = hosts.note(url, reason)
			const pause = pauses[attempts]
			if (pause === undefined) return void (await fail(reason))
			const seconds = Math.max(pause, hostPause ?? 0, Math.min(retryAfterOf(error), longestPause))
			await write(postponeImportPicture(space, id, picture, seconds, hostPause !== undefined))
			return
		}
		hosts.forget(url)
		const [row] = await write(storeImportPicture(space, id, picture, JSON.stringify(stored.rows), null))
		if (!row?.is_stored) await stored.discard()
	}

	return async (payload: Record<string, unknown>, { signal }: JobContext): Promise<void> => {
		const { space_id: space, import_id: id } = importPayload.parse(payload)
		const hosts = failures.get(id) ?? createHostFailures()
		failures.set(id, hosts)
		for (let picture = await next(space, id); picture; picture = await next(space, id)) {
			signal.throwIfAborted()
			await take(space, id, picture, hosts, signal)
		}
		const [row] = await readQuery<{ seconds: number | null }>(db, service, importPicturesWait(space, id), space)
		if (typeof row?.seconds === 'number') throw new Postponed('pictures wait to be tried again', row.seconds)
		failures.delete(id)
	}
}
