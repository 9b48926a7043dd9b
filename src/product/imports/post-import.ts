import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#platform/http/response/app-error.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import { tempFolder } from '#platform/media/files/temp-file.ts'
import type { Claims } from '#platform/pg/db.ts'
import { isUncommitted } from '#platform/pg/pg-errors.ts'
import { Semaphore } from '#platform/semaphore.ts'
import { isUuid } from '#platform/uuid.ts'
import { invalid, toStorageError, unavailable } from '#product/http/errors.ts'
import { privateJson } from '#product/http/private-json.ts'
import { readQuery, runQuery } from '#product/run-query.ts'
import { createDiskGuard } from '#product/testimonials/disk-guard.ts'
import type { ImportFile, ImportTarget, TableChoices } from '#shared/import/import-api.ts'
import { analyse } from './analyse.ts'
import { writeOthers } from './others-csv.ts'
import { type ChosenMapping, parseMapping } from './parse-mapping.ts'
import { emptySummary, fileLimits, fileOf, type ImportPlan, planImport, rowRules } from './plan-import.ts'
import { spaceToImport, startImport } from './queries.ts'
import { type ReceivedImport, withReceivedImport } from './receive-import.ts'
import { sortRows } from './sort-rows.ts'
import { FileRefused } from './table/file-refused.ts'
import type { Table } from './table/table.ts'
import { withTable } from './table/with-table.ts'

/** Files that are read at once on a node; each keeps a processor busy for seconds. */
const filesAtOnce = 2

/**
 * POST /functions/v1/import (multipart: `file` or `rows`, `space_id`, `mapping`, `dry_run`): with `dry_run=true` 200 with an analysis,
 * with `dry_run=others` the rows that would be left out as CSV, else 202 `{id}` once the file is stored and its job queued.
 */
export function postImport(deps: Deps): Handler {
	const { config, db, files, identify } = deps
	const requireDiskSpace = createDiskGuard(config.DATA_DIR, config.MIN_FREE_DISK_MB)
	const limits = fileLimits(config)
	const reading = new Semaphore(filesAtOnce, { maxWaiters: 20, refuse: tooManyFiles })

	async function findSpace(claims: Claims, spaceId: string): Promise<string> {
		const query = spaceToImport(spaceId)
		const [row] = await readQuery<{ may_edit: boolean; locale: string }>(db, claims, query, spaceId)
		if (!row?.may_edit) throw mayNotImport()
		return row.locale
	}

	/** The bytes are stored before the row that names them. */
	async function start(
		claims: Claims,
		spaceId: string,
		received: ReceivedImport,
		plan: ImportPlan,
		facts: ImportFile,
	): Promise<string> {
		const { headings: columns, source, mapping, survey } = plan
		const stored = await files.put(createReadStream(received.path), received.size).catch((error) => {
			throw toStorageError(error, 'The file cannot be stored right now. Please send it again.')
		})
		const id = randomUUID()
		const about = {
			file_name: received.fileName,
			source,
			columns,
			mapping,
			row_count: survey.rows,
			summary: emptySummary(plan, facts),
		}
		const file = { version: stored.version, metadata: { size: stored.size, mimetype: 'application/octet-stream' } }
		try {
			await runQuery(db, claims, startImport({ spaceId, id, about, file }), { shardKey: spaceId })
			return id
		} catch (error) {
			if (isUncommitted(error)) await files.remove([stored.version])
			throw toAppError(error)
		}
	}

	return async (x) => {
		const { claims } = await identify(x)
		await requireDiskSpace()
		return withReceivedImport(x, tempFolder(config), limits.bytes, async (received) => {
			const { space_id: spaceId = '', mapping = '', dry_run: dryRun = '' } = received.values
			if (!isUuid(spaceId)) throw invalid({ space_id: 'This must be a uuid.' })
			if (!['', 'true', 'false', 'others'].includes(dryRun)) throw invalid({ dry_run: 'Say true, false or others.' })
			const chosen = parseMapping(mapping)
			const locale = await findSpace(claims, spaceId)
			const answer = async (table: Table) => {
				const plan = await planImport(table, chosen)
				const facts = fileOf(table, plan, received)
				if (dryRun === '' || dryRun === 'false') {
					requireColumns(plan)
					const id = await start(claims, spaceId, received, plan, facts)
					return privateJson({ id }, 202)
				}
				const rules = rowRules(config, plan, locale, Date.now())
				if (dryRun === 'true') {
					const subject = { db, claims, space: spaceId, table, plan, rules, fileName: received.fileName, file: facts }
					return privateJson(await analyse(subject))
				}
				const csv = await writeOthers(plan.headings, sortRows(db, claims, spaceId, table, rules))
				const headers = { 'content-type': 'text/csv; charset=utf-8', 'cache-control': 'no-store' }
				return { status: 200, headers, body: csv }
			}
			return reading
				.run(() => withTable(received.path, limits, tableChoices(chosen), answer))
				.catch((error) => {
					throw error instanceof FileRefused ? refusedFile(error) : error
				})
		})
	}
}

/** The format that a file offers to be read as is a field of its own, so that the screen can ask. */
function refusedFile({ message, offers }: FileRefused): AppError {
	return invalid({ file: message, ...(offers ? { format: offers } : {}) })
}

/** An import without words or names would refuse every row. */
function requireColumns({ mapping }: ImportPlan): void {
	const { columns, stand_in_name: standIn, stars_without_words: stars } = mapping
	const has = (...targets: ImportTarget[]) => targets.some((target) => columns.includes(target))
	const hasWords = has('text', 'labelled', 'headline') || (stars === 'take' && has('rating'))
	if (!hasWords) throw invalid({ 'mapping.columns': 'No column is chosen for the words.' })
	if (!has('name') && standIn === null) throw invalid({ 'mapping.columns': 'No column is chosen for the name.' })
}

/** The choices about reading the file itself. */
function tableChoices({ format, encoding, delimiter, heading_row, sheet }: ChosenMapping): Partial<TableChoices> {
	const choices = { format, encoding, delimiter, heading_row, sheet }
	return Object.fromEntries(Object.entries(choices).filter(([, choice]) => choice != null))
}

const tooManyFiles = () => unavailable('Many files are being read at this moment. Please send again.', 10)

function mayNotImport(cause?: unknown): AppError {
	return new AppError(403, 'forbidden', 'Only editors and owners of a space may import.', { cause })
}

/** Refusals of private.start_import name the column. */
function toAppError(error: unknown): unknown {
	const { code, column, message } = error as { code?: string; column?: string; message?: string }
	if (code === '42501') return mayNotImport(error)
	if (code === '22023' && column && message) return invalid({ [`mapping.${column}`]: message })
	return error
}
