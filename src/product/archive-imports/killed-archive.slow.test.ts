import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeSpace } from '#test/support/product/make-space.ts'
import { plaudit, type Server, startServer } from '#test/support/server-process.ts'

let server: Server
beforeAll(async () => {
	server = await startServer({ RATE_LIMITS: 'off' })
})
afterAll(() => server.stop())

const rowCount = 1200
/** A job of a killed node is taken over when its lease ends. */
const endLeases = () => plaudit(server, ['sql', '-c', 'update plaudit.jobs set run_at = now() where failed_at is null'])

it('an archive whose server is killed while it is read and while it is loaded is here once and whole', async () => {
	const space = await makeSpace(server.url)
	const headers = { authorization: `Bearer ${space.session.access_token}` }
	const form = new FormData()
	form.set('space_id', space.spaceId)
	const rows = Array.from({ length: rowCount }, (_, at) => `Person ${at},Words ${at}`)
	form.set('file', new Blob([`Name,Text\n${rows.join('\n')}`]), 'many.csv')
	await fetch(`${server.url}/functions/v1/import`, { method: 'POST', headers, body: form })
	const stateOfImport = async () =>
		(await space.client.from('imports').select('state').single().throwOnError()).data.state
	await expect.poll(stateOfImport, { timeout: 120_000 }).toBe('finished')
	const exported = await fetch(`${server.url}/functions/v1/export?space_id=${space.spaceId}&format=archive`, {
		headers,
	})
	const bytes = await exported.arrayBuffer()
	await space.client.from('spaces').delete().eq('id', space.spaceId).throwOnError()

	const answer = await fetch(`${server.url}/functions/v1/archive`, {
		method: 'POST',
		headers: { ...headers, 'content-type': 'application/zip' },
		body: bytes,
	})
	expect(answer.status).toBe(202)
	const { id } = (await answer.json()) as { id: string }
	const state = async () =>
		(await space.client.from('archive_imports').select('state').eq('id', id).single().throwOnError()).data.state
	const count = async () =>
		(await space.client.from('testimonials').select('id', { count: 'exact', head: true }).throwOnError()).count
	const killAndGoOn = async (done: string) => {
		await server.kill()
		await server.restart()
		// All rows or none.
		expect([0, rowCount]).toContain(await count())
		await endLeases()
		await expect.poll(state, { timeout: 120_000 }).toBe(done)
	}
	await killAndGoOn('checked')
	await space.client.rpc('load_archive', { archive_id: id }).throwOnError()
	await killAndGoOn('done')
	expect(await count()).toBe(rowCount)
	const spaces = await plaudit(server, ['sql', '-c', 'select count(*) from public.spaces'])
	expect(spaces).toMatch(/\b1\b/)
})
