import { Transform, type Writable } from 'node:stream'
import { z } from 'zod'
import type { Deps } from '#platform/deps.ts'
import type { JobHandler } from '#platform/jobs/jobs.ts'
import { StorageFull, type StoredFile } from '#platform/media/files/file-store.ts'
import { objectMetadata } from '#platform/media/files/object-metadata.ts'
import { isDiskFull } from '#platform/pg/pg-errors.ts'
import { checkArchive } from '#product/archive/check-archive.ts'
import { exportArchive } from '#product/archive/export-archive.ts'
import { openStoredZip } from '#product/archive/zip-reader.ts'
import { runQuery, service } from '#product/run-query.ts'
import { everything } from './export-options.ts'
import { fileExtensions, fileTypes } from './get-export.ts'
import { beginExport, finishExport, forgetExports, noteExport, type StartedExport } from './queries.ts'
import { StoredFileReader } from './stored-file-reader.ts'
import { writeAll } from './stream-answer.ts'
import { exportedRows } from './write-rows.ts'

type ExportDeps = Pick<Deps, 'config' | 'db' | 'files' | 'jobs' | 'longJobs'>

const payloadSchema = z.object({ space_id: z.uuid(), export_id: z.uuid() })
const statementTimeout = 60_000
const progressMilliseconds = 1000
const hour = 3600

/** Thrown when a member stopped the export meanwhile. */
class Stopped extends Error {}

const isStopped = (error: unknown) => [error, (error as Error).cause].some((cause) => cause instanceof Stopped)

/** Registers the job that makes the files of the screen Export, and the one that removes them after seven days. */
export function registerExports(deps: ExportDeps): void {
	deps.longJobs.handle('export', createExportJob(deps))
	deps.jobs.repeat('forget_exports', hour, async () => {
		await runQuery(deps.db, service, forgetExports())
	})
}

/** Writes the file of an export into the store, checks it, and offers it. A failure keeps nothing of it. */
function createExportJob(deps: ExportDeps): JobHandler {
	const { db, files } = deps
	return async (payload, { signal, isPastLast, isLastAttempt }) => {
		const { space_id: space, export_id: id } = payloadSchema.parse(payload)
		const finish = async (file: object | null, problem: string | null) => {
			const query = finishExport(space, id, file, problem)
			const [row] = await runQuery<{ is_wanted: boolean }>(db, service, query, { shardKey: space })
			return row?.is_wanted ?? false
		}
		const [started] = await runQuery<StartedExport>(db, service, beginExport(space, id), { shardKey: space })
		if (!started) return
		if (isPastLast) return void (await finish(null, 'broken'))
		let stored: StoredFile | undefined
		try {
			stored = await store(deps, { space, id, started, signal })
			if (await finish(rowOf(space, id, started, stored), null)) return
			throw new Stopped('the export was removed')
		} catch (error) {
			if (stored) await files.remove([stored.version])
			// A server that closes leaves the job to the next one.
			if (isStopped(error) && !signal.aborted) return
			const isFull = error instanceof StorageFull || isDiskFull(error)
			if (isFull || (isLastAttempt && !signal.aborted)) await finish(null, isFull ? 'disk_full' : 'broken')
			if (!isFull) throw error
		}
	}
}

type Work = { space: string; id: string; started: StartedExport; signal: AbortSignal }

async function store(deps: ExportDeps, work: Work): Promise<StoredFile> {
	let bytes = 0
	const output = new Transform({
		highWaterMark: 256 * 1024,
		transform(chunk: Buffer, _, done) {
			bytes += chunk.length
			done(null, chunk)
		},
	})
	// Errors are reported by the promises below. One without a listener, before either side has begun, would end the process.
	output.on('error', () => {})
	const stop = () => output.destroy(new Stopped('the server is closing'))
	work.signal.addEventListener('abort', stop)
	const note = () =>
		runQuery<{ is_wanted: boolean }>(deps.db, service, noteExport(work.space, work.id, bytes), {
			shardKey: work.space,
		})
			.then(([row]) => row?.is_wanted || output.destroy(new Stopped('the export was removed')))
			.catch(() => {})
	const timer = setInterval(note, progressMilliseconds)
	try {
		// A failure of one side ends the other, which would wait for it without end.
		const endBoth = (error: Error) => {
			output.destroy(error)
			throw error
		}
		const stored = deps.files.put(output, Number.MAX_SAFE_INTEGER, { releaseBuffers: true }).catch(endBoth)
		const written = produce(deps, work, output).catch(endBoth)
		await Promise.allSettled([stored, written])
		const file = await stored
		try {
			await written
			if (work.started.format === 'archive') await check(deps, file)
			return file
		} catch (error) {
			await deps.files.remove([file.version])
			throw error
		}
	} finally {
		clearInterval(timer)
		// Where it ended is shown beside the reason.
		await note()
		work.signal.removeEventListener('abort', stop)
	}
}

/** Rows are read as the member who asked for them, archives as the service. */
async function produce({ config, db, files }: ExportDeps, { space, started }: Work, output: Writable): Promise<void> {
	const { format, with_emails: withEmails, made_by, name } = started
	if (format === 'archive') return void (await exportArchive({ config, db, files }, { space, withEmails }, output))
	// The member had shown every factor when they asked for it.
	const claims = { role: 'authenticated', sub: made_by, aal: 'aal2' } as const
	const options = { space, format, withEmails, bom: format === 'csv', filter: everything }
	await db.as(claims, (tx) => writeAll(exportedRows(tx, options, { name, siteUrl: config.SITE_URL }), output), {
		snapshot: true,
		statementTimeout,
		shardKey: space,
	})
}

async function check({ files }: ExportDeps, { version, size }: StoredFile): Promise<void> {
	const zip = await openStoredZip(new StoredFileReader(files, version), size)
	try {
		await checkArchive(zip)
	} finally {
		zip.close()
	}
}

function rowOf(space: string, id: string, { format, slug }: StartedExport, file: StoredFile): object {
	const day = new Date().toISOString().slice(0, 10)
	const path = `${space}/${format}/${slug}-${day}-${id.slice(0, 8)}.${fileExtensions[format]}`
	const metadata = objectMetadata(file, fileTypes[format], 'no-store')
	return { path, version: file.version, metadata, detail: { bytes: file.size } }
}
