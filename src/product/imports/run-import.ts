import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Deps } from '#platform/deps.ts'
import { type JobContext, Postponed } from '#platform/jobs/jobs.ts'
import { StorageFull, toStorageFull } from '#platform/media/files/file-store.ts'
import { withTempCopy } from '#platform/media/files/temp-copy.ts'
import { isLimitReached } from '#platform/pg/pg-errors.ts'
import { runQuery, service } from '#product/run-query.ts'
import type { TableChoices } from '#shared/import/import-api.ts'
import { keptCell } from './check-row.ts'
import { fileLimits, rowRules } from './plan-import.ts'
import {
	addImportRows,
	type ClaimedImport,
	claimImport,
	finishImport,
	noteImportChanges,
	type OtherRow,
	settleImportAnswers,
} from './queries.ts'
import type { SettledAnswer } from './rows/answers.ts'
import type { ImportedRow } from './rows/row-types.ts'
import { createSummary } from './rows/summarise.ts'
import { type SortedRow, sortRows } from './sort-rows.ts'
import { splitOf } from './split-titles.ts'
import { FileRefused } from './table/file-refused.ts'
import { withTable } from './table/with-table.ts'

export const importPayload = z.object({ space_id: z.uuid(), import_id: z.uuid() })
/** Rows of one transaction, each of which also stores how far the import is. */
const batchRows = 1000
/** Answers of one transaction at the end. */
const batchAnswers = 5000
/** Seconds after which an import looks again whether the one before it has ended. */
const pauseSeconds = 3

type Batch = { first: number; count: number; rows: (ImportedRow & { id: string })[]; others: OtherRow[] }

type Running = { space: string; id: string; about: ClaimedImport; summary: ReturnType<typeof createSummary> }

/**
 * The job of an import. It adds rows in batches whose progress is stored in the same transaction: after a crash it goes on with the
 * next row, on any node.
 */
export function createImportJob({ config, db, files, log }: Pick<Deps, 'config' | 'db' | 'files' | 'log'>) {
	async function claim(space: string, id: string): Promise<ClaimedImport | undefined> {
		type Row = { outcome: 'running' | 'busy' | 'ended'; about: ClaimedImport }
		const [row] = await runQuery<Row>(db, service, claimImport(space, id), { shardKey: space })
		if (row?.outcome === 'busy') throw new Postponed('another import of this space runs', pauseSeconds)
		return row?.outcome === 'running' ? row.about : undefined
	}

	async function finish({ space, id, summary }: Running, problem: string | null): Promise<void> {
		await runQuery(db, service, noteImportChanges(space, id, summary.end()), { shardKey: space })
		await runQuery(db, service, finishImport(space, id, problem), { shardKey: space })
	}

	/** @returns whether the import goes on */
	async function store(space: string, id: string, batch: Batch): Promise<boolean> {
		const [row] = await runQuery<{ outcome: string }>(db, service, addImportRows(space, id, batch), {
			shardKey: space,
		})
		return row?.outcome === 'stored'
	}

	async function settle(space: string, id: string, answers: SettledAnswer[]): Promise<void> {
		for (let at = 0; at < answers.length; at += batchAnswers) {
			const part = answers
				.slice(at, at + batchAnswers)
				.map(({ row, ...answer }) =>
					answer.to === null
						? { row, to: null, is_here: answer.isHere, reason: clean(answer.reason) }
						: { row, to: answer.to, body: answer.body, at: answer.at },
				)
			await runQuery(db, service, settleImportAnswers(space, id, part), { shardKey: space })
		}
	}

	/** @returns whether it reached the last row */
	async function addRows({ space, id, about, summary }: Running, path: string, signal: AbortSignal) {
		const rules = rowRules(config, { ...about, headings: about.columns }, about.locale, Date.parse(about.created_at))
		return withTable(path, fileLimits(config), storedChoices(about), async (table) => {
			let batch = emptyBatch(about.done)
			// The next rows are checked while the database stores those before.
			let storing: Promise<boolean> = Promise.resolve(true)
			let number = 0
			const { batches, settle: settled } = sortRows(db, service, space, table, rules, about.done)
			for await (const some of batches) {
				for (const sorted of some) {
					const isAdded = ++number <= about.done
					summary.add(sorted, isAdded)
					if (!isAdded) addTo(batch, sorted)
				}
				if (batch.count < batchRows) continue
				const full = batch
				batch = emptyBatch(full.first + full.count)
				if (!(await storing)) return false
				signal.throwIfAborted()
				storing = store(space, id, full)
				// It is awaited with the next batch.
				storing.catch(() => {})
			}
			const isStored = (await storing) && (batch.count === 0 || (await store(space, id, batch)))
			if (isStored) await settle(space, id, settled())
			return isStored
		})
	}

	return async (payload: Record<string, unknown>, { signal, isLastAttempt }: JobContext): Promise<void> => {
		const { space_id: space, import_id: id } = importPayload.parse(payload)
		const about = await claim(space, id)
		if (!about) return
		const running = { space, id, about, summary: createSummary() }
		try {
			if (about.version === null) throw new FileRefused('The file of this import is gone.')
			const file = { version: about.version, size: Number(about.size) }
			if (await withTempCopy({ config, files }, file, (path) => addRows(running, path, signal)))
				await finish(running, null)
		} catch (error) {
			if (error instanceof FileRefused) await finish(running, error.message)
			else if (isLimitReached(error)) await finish(running, (error as Error).message)
			// Rows that the database refuses would be refused at each attempt, and hold up the imports after them.
			else if (/^2[23]/.test((error as { code?: string }).code ?? '')) {
				log.error({ err: error, import: id }, 'rows of an import were refused by the database')
				await finish(running, 'Its next thousand rows cannot be stored.')
			} else {
				if (isLastAttempt && !signal.aborted) await finish(running, reasonOf(error))
				throw error
			}
		}
	}
}

/** Why the last attempt failed. Space may be freed within the hours of the attempts. */
function reasonOf(error: unknown): string {
	const isFull = toStorageFull(error) instanceof StorageFull || (error as { code?: string }).code === '53100'
	return isFull ? 'The server was short of disk space.' : 'The server could not finish it.'
}

function emptyBatch(first: number): Batch {
	return { first, count: 0, rows: [], others: [] }
}

function addTo(batch: Batch, sorted: SortedRow): void {
	batch.count++
	if (sorted.outcome === 'new') {
		batch.rows.push({ id: randomUUID(), ...sorted.imported })
		return
	}
	const cells = sorted.cells.map(keptCell)
	const nothing = { testimonial_id: null, problem: null, heading: null, reason: null }
	if (sorted.outcome === 'reply') {
		const { row, line } = sorted.answer
		batch.others.push({ ...nothing, row, line, outcome: 'reply', cells })
		return
	}
	if (sorted.outcome === 'duplicate') {
		const { row, line, problem, reason, known } = sorted.duplicate
		const split = splitOf(sorted.imported)
		const other = {
			...nothing,
			row,
			line,
			outcome: 'duplicate' as const,
			testimonial_id: known,
			problem,
			reason: clean(reason),
		}
		batch.others.push({ ...other, cells, ...(split ? { split } : {}) })
		return
	}
	const { row, line, outcome, problem, heading, reason } = sorted.out
	const kept = problem === 'erased' ? null : cells
	batch.others.push({ row, line, outcome, testimonial_id: null, problem, heading, reason: clean(reason), cells: kept })
}

/** The file is read as it was when the import began. */
function storedChoices({ mapping }: ClaimedImport): Partial<TableChoices> {
	const { format, encoding, delimiter, heading_row, sheet } = mapping
	const choices = { format, encoding, delimiter, heading_row, sheet }
	return Object.fromEntries(Object.entries(choices).filter(([, choice]) => choice != null))
}

function clean(text: string): string {
	return text.toWellFormed().replaceAll('\0', '\ufffd').slice(0, 500)
}
