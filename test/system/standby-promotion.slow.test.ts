import { expect, it } from 'vitest'
import { shareReplicatedServer } from '#test/support/postgres/replicated-server.ts'
import { AcknowledgedSubmissions } from '#test/support/product/acknowledged-submissions.ts'
import { makeSpace, type TestSpace } from '#test/support/product/make-space.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { openRealtimeSocket } from '#test/support/realtime/socket.ts'

const replicated = shareReplicatedServer({ LOG_LEVEL: 'info' })

it('a synchronous standby that is promoted has every acknowledged submission, takes new ones, and tells open inboxes', async () => {
	const { postgres, server } = replicated
	const space = await makeSpace(server.url)
	const submissions = new AcknowledgedSubmissions(server.url, space)
	const received = new Set<string>()
	await new Promise<void>((resolve) =>
		space.client
			.channel('inbox')
			.on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'testimonials' }, ({ new: row }) =>
				received.add(row.id),
			)
			.subscribe((status) => status === 'SUBSCRIBED' && resolve()),
	)
	let acknowledged = 0
	const streaming = submissions.stream((isAnswered) => isAnswered && acknowledged++ < 100)
	await expect.poll(() => acknowledged).toBeGreaterThan(40)
	postgres.failOver()
	await postgres.stopWaiting()
	await streaming
	const after = async () => (await submissions.sendOne()) ?? ''
	let last = ''
	await expect.poll(async () => (last = await after())).not.toBe('')
	await expect
		.poll(async () => {
			if (!received.has(last)) last = await after()
			return received.has(last)
		})
		.toBe(true)
	await submissions.sendAgain()
	const rows = await postgres.query('select id, body from public.testimonials')
	expect(submissions.compareWith(rows as { id: string; body: string }[])).toMatchObject({ lost: 0, duplicated: 0 })
})

/** One request of each wire; all of them need the database, two need a writable one. */
async function askEachWire(url: string, space: TestSpace, apikey: string): Promise<[string, number, string | null][]> {
	const authorization = `Bearer ${space.session.access_token}`
	const headers = { apikey, authorization, 'content-type': 'application/json' }
	const post = (body: object) => ({ method: 'POST', headers, body: JSON.stringify(body) })
	const requests: [string, RequestInit][] = [
		['/auth/v1/signup', post({ email: 'new@example.test', password: 'a long enough pass phrase' })],
		['/auth/v1/user', { headers }],
		['/rest/v1/spaces?select=id', { headers }],
		['/rest/v1/rpc/create_space', post({ name: 'Another', slug: 'another-space' })],
		['/storage/v1/bucket', { headers }],
		['/functions/v1/submit', post(submissionBody(space))],
		['/ready', {}],
	]
	return Promise.all(
		requests.map(async ([path, init]) => {
			const answer = await fetch(`${url}${path}`, init)
			await answer.text()
			return [path, answer.status, answer.headers.get('retry-after')] as [string, number, string | null]
		}),
	)
}

it('while the primary is dead and its standby answers reads, every wire answers 503 with Retry-After, and the log has a line for its begin and its end', async () => {
	const { postgres, server } = replicated
	await postgres.addStandby()
	const space = await makeSpace(server.url)
	const apikey = (await (await fetch(`${server.url}/config.json`)).json()).anonKey
	await server.end()
	await server.restart()
	postgres.killPrimary()
	const findWrong = async () => {
		const answers = await askEachWire(server.url, space, apikey)
		return answers.filter(([, status, retryAfter]) => status !== 503 || !/^\d+$/.test(retryAfter ?? ''))
	}
	// Killed backends still answer for a moment, and /ready keeps an answer for a second.
	await expect.poll(findWrong, { timeout: 5000 }).toEqual([])
	for (let round = 0; round < 20; round++) expect(await findWrong()).toEqual([])
	const socket = await openRealtimeSocket(server.url, apikey)
	const config = { broadcast: {}, presence: {}, postgres_changes: [] }
	const { payload } = await socket.ask('realtime:a', 'phx_join', { config })
	expect(payload.response?.reason).toMatch(/^UnableToConnectToProject/)
	socket.close()
	postgres.promote()
	await postgres.stopWaiting()
	const submissions = new AcknowledgedSubmissions(server.url, space)
	await expect.poll(() => submissions.sendOne()).toBeTruthy()
	await expect.poll(() => server.output()).toContain('the database answers again')
	const lines = server.output().split('\n')
	const count = (text: string) => lines.filter((line) => line.includes(text)).length
	expect(count('the database is away or busy')).toBe(1)
	// Besides that line, those of the first connections that ended.
	expect(count('"stack"')).toBeLessThanOrEqual(4)
	expect(count('"level":"error"')).toBe(0)
})
