import { answer, failure } from './answers.ts'
import { filterRows, type StoredRow, sortRows } from './row-filter.ts'

type Options<Row extends StoredRow> = {
	/** Adds what the wire computes for a read: embeds and generated columns. */
	read?: (row: Row) => StoredRow
	/** Columns that the database fills in when a request leaves them out. */
	defaults?: () => Partial<Row>
}

/**
 * Answers rest/v1's reads and writes of a table from rows in the page: filters, order, limit and counts.
 * A write changes the rows themselves, so that the test reads what was stored; its event is sent by `sendChange`.
 */
export function answerTable<Row extends object>(table: string, stored: Row[], options: Options<StoredRow & Row> = {}) {
	const rows = stored as (StoredRow & Row)[]
	const { read = (row) => row, defaults = () => ({}) } = options
	const matching = (params: URLSearchParams) => filterRows(rows, params, read)
	const answerRead = (request: Request) => {
		const params = new URL(request.url).searchParams
		const all = sortRows(matching(params), params.get('order'))
		const from = Number(params.get('offset') ?? 0)
		const page = all.slice(from, from + Number(params.get('limit') ?? all.length))
		return answerWith(request, page.map(read), all.length)
	}
	const answerWrite = (request: Request, changed: Row[]) => {
		const isWanted = request.headers.get('prefer')?.includes('return=representation')
		if (isWanted)
			return answerWith(
				request,
				changed.map((row) => read(row as StoredRow & Row)),
				changed.length,
			)
		return new Response(null, { status: request.method === 'POST' ? 201 : 204 })
	}
	const path = `/rest/v1/${table}`
	answer({
		[`GET ${path}`]: answerRead,
		[`HEAD ${path}`]: answerRead,
		[`POST ${path}`]: async (request) => {
			const sent: Partial<Row> | Partial<Row>[] = await request.json()
			const added = [sent].flat().map((row) => Object.assign({}, defaults(), row) as StoredRow & Row)
			rows.push(...added)
			return answerWrite(request, added)
		},
		[`PATCH ${path}`]: async (request) => {
			const part: Partial<Row> = await request.json()
			const changed = matching(new URL(request.url).searchParams)
			for (const row of changed) Object.assign(row, part)
			return answerWrite(request, changed)
		},
		[`DELETE ${path}`]: (request) => {
			const gone = matching(new URL(request.url).searchParams)
			for (const row of gone) rows.splice(rows.indexOf(row), 1)
			return answerWrite(request, gone)
		},
	})
}

function answerWith(request: Request, page: object[], total: number): Response {
	const range = page.length > 0 ? `0-${page.length - 1}/${total}` : `*/${total}`
	const headers = { 'content-range': range }
	if (request.method === 'HEAD') return new Response(null, { headers })
	if (!request.headers.get('accept')?.includes('vnd.pgrst.object')) return Response.json(page, { headers })
	return page.length === 1 ? Response.json(page[0], { headers }) : failure(406, 'PGRST116')
}
