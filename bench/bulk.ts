import { makeSpace, submitTestimonial, type TestSpace } from '#test/support/product/make-space.ts'
import type { Server } from '#test/support/server-process.ts'
import { atLeast, atMost, type Figure, plain } from './figure.ts'
import { memoryOf } from './processes.ts'

const rowCount = Number(process.env.BENCH_BULK_ROWS ?? 10_000)

/** Measures the approval of 10,000 imported testimonials and its undo, with submissions beside it against submissions alone. */
export async function measureBulk(server: Server): Promise<Figure[]> {
	const space = await makeSpace(server.url)
	const other = await makeSpace(server.url)
	const token = (await space.client.auth.getSession()).data.session?.access_token
	const authorization = `Bearer ${token}`
	const rows = Array.from({ length: rowCount }, (_, at) => `Person ${at},Words of number ${at}.,${1 + (at % 5)}`)
	const form = new FormData()
	form.set('space_id', space.spaceId)
	form.set('rows', `Name,Text,Rating\n${rows.join('\n')}`)
	form.set('mapping', JSON.stringify({ consent: 'public' }))
	await fetch(`${server.url}/functions/v1/import`, { method: 'POST', headers: { authorization }, body: form })
	await untilEnd(space, 'imports')
	const before = await memoryOf(server.pid, false)

	const alone = await countSubmissions(server.url, other, new Promise((resolve) => setTimeout(resolve, 5000)))
	const call = (path: string, body: object) =>
		fetch(`${server.url}/functions/v1/${path}`, {
			method: 'POST',
			headers: { authorization, 'content-type': 'application/json' },
			body: JSON.stringify(body),
		})
	let most = before
	const timer = setInterval(async () => {
		most = Math.max(most, await memoryOf(server.pid, false))
	}, 250)
	const started = performance.now()
	const answer = await call('bulk', { space_id: space.spaceId, filter: { view: 'pending' }, action: 'approve' })
	const { id, count } = (await answer.json()) as { id: string; count: number }
	if (count !== rowCount) throw new Error(`${count} of ${rowCount} testimonials matched`)
	await untilEnd(space, 'bulk_jobs')
	const seconds = (performance.now() - started) / 1000
	const undoStarted = performance.now()
	await call(`bulk/${id}/undo`, {})
	await untilEnd(space, 'bulk_jobs')
	const undoSeconds = (performance.now() - undoStarted) / 1000

	await call('bulk', { space_id: space.spaceId, filter: { view: 'pending' }, action: 'approve' })
	const beside = await countSubmissions(server.url, other, untilEnd(space, 'bulk_jobs'))
	clearInterval(timer)
	return [
		plain('rows', rowCount, 'rows'),
		atMost('approval', seconds, 's', (10 * rowCount) / 10_000),
		plain('undo', undoSeconds, 's'),
		atLeast('submissions beside it / alone', beside / alone, '×', 0.8),
		atMost('memory of the server above idle, largest', most - before, 'MiB', 64),
	]
}

/** @returns submissions per second, one after the other */
async function countSubmissions(url: string, space: TestSpace, end: Promise<unknown>): Promise<number> {
	let isOver = false
	void end.then(() => {
		isOver = true
	})
	const started = performance.now()
	let sent = 0
	while (!isOver) {
		await submitTestimonial(url, space)
		sent++
	}
	return sent / ((performance.now() - started) / 1000)
}

async function untilEnd({ client, spaceId }: TestSpace, table: 'imports' | 'bulk_jobs'): Promise<void> {
	for (;;) {
		const { data } = await client.from(table).select('state').eq('space_id', spaceId).throwOnError()
		if (data.every(({ state }) => ['finished', 'undone'].includes(state))) return
		await new Promise((resolve) => setTimeout(resolve, 100))
	}
}
