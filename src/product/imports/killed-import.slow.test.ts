import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeSpace } from '#test/support/product/make-space.ts'
import { plaudit, type Server, startServer } from '#test/support/server-process.ts'

let server: Server
beforeAll(async () => {
	server = await startServer({ RATE_LIMITS: 'off' })
})
afterAll(() => server.stop())

const rowCount = 6000
/** A job of a killed node is taken over when its lease ends. */
const endLeases = () => plaudit(server, ['sql', '-c', 'update plaudit.jobs set run_at = now() where failed_at is null'])

it('an import goes on after each kill of the server, and so does its undo: no row twice and none left out', async () => {
	const space = await makeSpace(server.url)
	const { data: session } = await space.client.auth.getSession()
	const form = new FormData()
	form.set('space_id', space.spaceId)
	const rows = Array.from({ length: rowCount }, (_, at) =>
		at % 100 === 7 ? `,No name ${at}` : `Person ${at},Words ${at}`,
	)
	form.set('file', new Blob([`Name,Text\n${rows.join('\n')}`]), 'many.csv')
	const headers = { authorization: `Bearer ${session.session?.access_token}` }
	const answer = await fetch(`${server.url}/functions/v1/import`, { method: 'POST', headers, body: form })
	expect(answer.status).toBe(202)
	const { id } = (await answer.json()) as { id: string }
	const read = async () => (await space.client.from('imports').select().eq('id', id).single().throwOnError()).data
	const until = (value: (one: Awaited<ReturnType<typeof read>>) => boolean) =>
		expect.poll(async () => value(await read()), { timeout: 120_000 }).toBe(true)

	let seen = 0
	for (let kill = 0; kill < 2; kill++) {
		await until(({ done, state }) => done > seen || state === 'finished')
		await server.kill()
		await server.restart()
		const { done, added, refused } = await read()
		// The counts and the rows are of one transaction.
		expect(added + refused).toBe(done)
		const { count } = await space.client
			.from('testimonials')
			.select('id', { count: 'exact', head: true })
			.eq('space_id', space.spaceId)
		expect(count).toBe(added)
		seen = done
		await endLeases()
	}
	await until(({ state }) => state === 'finished')
	expect(await read()).toMatchObject({ done: rowCount, added: rowCount - 60, refused: 60, duplicates: 0 })
	const names = await plaudit(server, [
		'sql',
		'-c',
		'select count(*), count(distinct author_name) from public.testimonials',
	])
	expect(names).toMatch(/5940\W+5940/)

	await space.client.rpc('undo_import', { import_id: id }).throwOnError()
	await until(({ removed, state }) => removed > 0 || state === 'undone')
	await server.kill()
	await server.restart()
	await endLeases()
	await until(({ state }) => state === 'undone')
	const { count } = await space.client
		.from('testimonials')
		.select('id', { count: 'exact', head: true })
		.eq('space_id', space.spaceId)
	expect([count, (await read()).removed]).toEqual([0, rowCount - 60])
}, 300_000)
