import { z } from 'zod'
import type { Deps } from '#platform/deps.ts'
import type { JobHandler } from '#platform/jobs/jobs.ts'
import { StorageFull, toStorageFull } from '#platform/media/files/file-store.ts'
import { ArchiveError } from '#product/archive/archive-error.ts'
import { type Archive, readArchive } from '#product/archive/read-archive.ts'
import { restoreArchive } from '#product/archive/restore-archive.ts'
import { openStoredZip } from '#product/archive/zip-reader.ts'
import { StoredFileReader } from '#product/exports/stored-file-reader.ts'
import { runQuery, service } from '#product/run-query.ts'
import { zipLimits } from '#shared/parser-limits.ts'
import { inspectArchive, sizeOf } from './inspect-archive.ts'
import {
	type ArchiveOutcome,
	type ClaimedArchive,
	claimArchiveImport,
	finishArchiveImport,
	noteArchiveImport,
} from './queries.ts'

export const archivePayload = z.object({ archive_import_id: z.uuid() })
const MiB = 1024 * 1024
const progressMilliseconds = 1000
/** An operator waits for a statement longer than a stranger's archive may keep the database busy. */
const statementTimeout = 5 * 60_000

/** Thrown when the person stopped it meanwhile, or the server closes. */
class Stopped extends Error {}

const isStopped = (error: unknown) => [error, (error as Error).cause].some((cause) => cause instanceof Stopped)

/**
 * The job of an archive that a person brought: compares it with its checksums, and once its person says so, loads it in one transaction that
 * also ends its row. After a crash it starts over.
 */
export function createArchiveJob(deps: Deps): JobHandler {
	const { db, log } = deps
	return async (payload, { signal, isLastAttempt, isPastLast }) => {
		const { archive_import_id: id } = archivePayload.parse(payload)
		const finish = (outcome: ArchiveOutcome) => runQuery(db, service, finishArchiveImport(id, outcome))
		const refuse = (problem: ArchiveOutcome['problem'], reason: string) =>
			finish({ state: 'refused', ...(problem && { problem }), reason })
		const [claimed] = await runQuery<ClaimedArchive>(db, service, claimArchiveImport(id))
		if (!claimed) return
		if (isPastLast || claimed.version === null) return void (await refuse('broken', 'The server could not finish it.'))
		try {
			await withArchive(deps, id, { ...claimed, version: claimed.version }, signal, async (archive) => {
				if (claimed.state === 'loading') return load(deps, id, claimed, archive)
				const about = await inspectArchive(deps, archive, claimed.email)
				await finish({ state: 'checked', about })
			})
		} catch (error) {
			if (isStopped(error) && !signal.aborted) return
			const known = archiveErrorIn(error)
			if (known?.problem === 'slug_taken')
				// It can be loaded under another slug.
				await finish({ state: 'checked', problem: known.problem, reason: known.message })
			else if (known) await refuse(known.problem, known.message)
			else if (toStorageFull(error) instanceof StorageFull) await refuse('no_room', 'The disk of this server is full.')
			else {
				if (isLastAttempt && !signal.aborted) await refuse('broken', 'The server could not finish it.')
				throw error
			}
			log.info({ err: error, archive: id }, 'an archive was refused')
		}
	}
}

/** The store wraps errors of the archive that it reads. */
const archiveErrorIn = (error: unknown): ArchiveError | undefined =>
	[error, (error as Error).cause].find((cause) => cause instanceof ArchiveError)

async function load(deps: Deps, id: string, { user_id, email, slug }: ClaimedArchive, archive: Archive): Promise<void> {
	await restoreArchive(deps, archive, {
		as: slug ?? undefined,
		importer: { id: user_id, email },
		statementTimeout,
		async finish(tx, { space, testimonials, files, missing, erased }) {
			const loaded = { testimonials, files, missing, erased }
			const outcome: ArchiveOutcome = { state: 'done', about: { loaded }, space_id: space.id }
			const [row] = await tx.query<{ is_wanted: boolean }>(finishArchiveImport(id, outcome))
			if (!row?.is_wanted) throw new Stopped('the archive was removed')
		},
	})
}

/** Opens the stored file, and notes each second how much of it was read. */
async function withArchive(
	{ config, db, files }: Deps,
	id: string,
	{ version, size, state }: ClaimedArchive & { version: string },
	signal: AbortSignal,
	work: (archive: Archive) => Promise<void>,
): Promise<void> {
	await requireZipStart(files, version)
	const zip = await openStoredZip(new StoredFileReader(files, version), Number(size), zipLimits.entriesOfBrought)
	let stopped: Stopped | undefined
	let read = 0
	const total = sizeOf(zip)
	const note = () =>
		runQuery<{ is_wanted: boolean }>(db, service, noteArchiveImport(id, Math.min(read, total), total))
			.then(([row]) => {
				if (!row?.is_wanted) stopped ??= new Stopped('the archive was removed')
			})
			.catch(() => {})
	const timer = setInterval(note, progressMilliseconds)
	try {
		if (total > config.ARCHIVE_MAX_MB * MiB)
			throw new ArchiveError(`Unpacked, the archive has more than ${config.ARCHIVE_MAX_MB} MB.`, {
				problem: 'too_large',
			})
		const archive = await readArchive(zip, (bytes) => {
			read += bytes
			if (signal.aborted) stopped ??= new Stopped('the server is closing')
			if (stopped) throw stopped
		})
		await work(archive)
	} finally {
		clearInterval(timer)
		zip.close()
	}
	if (state === 'loading' && stopped) throw stopped
}

/** Tells other files from an archive whose end is missing. */
async function requireZipStart(files: Deps['files'], version: string): Promise<void> {
	const source = await files.read(version, { from: 0, to: 3 })
	if (!source) throw new Error(`the stored file ${version} is missing`)
	const chunks: Buffer[] = []
	for await (const chunk of source) chunks.push(chunk as Buffer)
	const start = Buffer.concat(chunks).toString('latin1')
	if (!start.startsWith('PK')) throw new ArchiveError('This is no ZIP file.', { problem: 'no_archive' })
}
