import papa from 'papaparse'
import type pg from 'pg'
import { atLeast, atMost, type Figure, plain } from '#bench/figure.ts'
import { connectOwner } from '#bench/owner.ts'
import { memoryOf } from '#bench/processes.ts'
import { makeSpace } from '#test/support/product/make-space.ts'
import type { Server } from '#test/support/server-process.ts'
import { type ImportedTable, importedTables, insertMany, makeCopies, rowsAsText, writtenColumns } from './queries.ts'

const rowCount = Number(process.env.BENCH_IMPORT_ROWS ?? 100_000)
const batchRows = 1000

/**
 * Measures an import of 100,000 rows, from the start of its job to its end, against multi-row inserts of the rows that it wrote: into
 * copies of its six tables with the same indexes, checks and references, and without any trigger.
 */
export async function measureImports(server: Server): Promise<Figure[]> {
	const owner = await connectOwner(server)
	try {
		const space = await makeSpace(server.url)
		const before = await memoryOf(server.pid, false)
		const { data: session } = await space.client.auth.getSession()
		const form = new FormData()
		form.set('space_id', space.spaceId)
		form.set('file', new Blob([makeFile()]), 'praise.csv')
		const token = session.session?.access_token
		const sent = performance.now()
		const answer = await fetch(`${server.url}/functions/v1/import`, {
			method: 'POST',
			headers: { authorization: `Bearer ${token}` },
			body: form,
		})
		const { id } = (await answer.json()) as { id: string }
		const accepted = performance.now() - sent
		let most = 0
		let done: { state: string; added: number; started_at: string; finished_at: string }
		do {
			await new Promise((resolve) => setTimeout(resolve, 250))
			most = Math.max(most, await memoryOf(server.pid, false))
			done = (
				await space.client
					.from('imports')
					.select('state, added, started_at, finished_at')
					.eq('id', id)
					.single()
					.throwOnError()
			).data
		} while (done.state === 'queued' || done.state === 'running')
		if (done.added !== rowCount) throw new Error(`${done.added} of ${rowCount} rows were added: ${done.state}`)
		const seconds = (Date.parse(done.finished_at) - Date.parse(done.started_at)) / 1000
		const bare = await insertBare(owner, space.spaceId)
		const undone = await undo(space.client, id)
		return [
			plain('rows', rowCount, 'rows'),
			plain('answer with the file stored and every row counted', accepted / 1000, 's'),
			plain('import', rowCount / seconds, 'rows per s'),
			plain('bare multi-row inserts of the same rows', rowCount / bare, 'rows per s'),
			atLeast('import / bare inserts', bare / seconds, '×', 0.5),
			atMost('memory of the server above idle, largest', most - before, 'MiB', 256),
			plain('undo', rowCount / undone, 'rows per s'),
		]
	} finally {
		await owner.query('drop schema if exists bench cascade')
		await owner.end()
	}
}

function makeFile(): string {
	const rows = Array.from({ length: rowCount }, (_, at) => ({
		Name: `Person ${at} of the many`,
		'E-mail': at % 3 === 0 ? '' : `person-${at}@shop-${at % 50}.example`,
		Rating: at % 4 === 0 ? '' : String(1 + (at % 5)),
		Text: `The handle of number ${at} sits right, and the glaze is the blue of the photograph. `.repeat(1 + (at % 3)),
		Date: `${1 + (at % 28)}.${1 + (at % 12)}.2025`,
	}))
	return papa.unparse(rows)
}

/** @returns seconds */
async function insertBare(owner: pg.Client, space: string): Promise<number> {
	await owner.query(makeCopies)
	const tables: { name: ImportedTable; columns: string[]; rows: unknown[][] }[] = []
	for (const name of Object.keys(importedTables) as ImportedTable[]) {
		const columns = (await owner.query<{ name: string }>(writtenColumns(name))).rows.map((row) => row.name)
		const { rows } = await owner.query({ text: rowsAsText(name, columns), values: [space], rowMode: 'array' })
		tables.push({ name, columns, rows })
	}
	const started = performance.now()
	for (const { name, columns, rows } of tables)
		for (let at = 0; at < rows.length; at += batchRows) {
			const part = rows.slice(at, at + batchRows)
			await owner.query(insertMany(name, columns, part.length), part.flat())
		}
	return (performance.now() - started) / 1000
}

/** @returns seconds */
async function undo(client: Awaited<ReturnType<typeof makeSpace>>['client'], id: string): Promise<number> {
	const started = performance.now()
	await client.rpc('undo_import', { import_id: id }).throwOnError()
	for (;;) {
		const { data } = await client.from('imports').select('state').eq('id', id).single().throwOnError()
		if (data.state === 'undone') return (performance.now() - started) / 1000
		await new Promise((resolve) => setTimeout(resolve, 250))
	}
}
