import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import { killBackend, postmasterOf, queryPostgres } from '#test/support/postgres/postmaster.ts'
import { makeSpace } from '#test/support/product/make-space.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { plaudit, type Server, startServer } from '#test/support/server-process.ts'

const readiness = async ({ url }: Server) => (await fetch(`${url}/ready`)).status
const scoreOf = (pid: number | 'self') => readFile(`/proc/${pid}/oom_score_adj`, 'utf8').then(Number)

const it = test.extend<{ server: Server }>({
	// biome-ignore lint/correctness/noEmptyPattern: a fixture names what it depends on, which is nothing
	server: async ({}, use) => {
		const server = await startServer({ RATE_LIMITS: 'off' })
		await use(server)
		await server.stop()
	},
})

// Each test mostly waits for the pauses between two starts of its own PostgreSQL.
describe.concurrent('a server whose PostgreSQL crashes', () => {
	it('a server recovers after its postmaster was killed, also one taken over from a killed server', async ({
		server,
		expect,
	}) => {
		const space = await makeSpace(server.url)
		const submit = (body: string) =>
			fetch(`${server.url}/functions/v1/submit`, {
				method: 'POST',
				headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
				body: JSON.stringify(submissionBody(space, { body, rating: null })),
			}).then(({ status }) => status)
		expect(await submit('Before the kill.')).toBe(201)
		process.kill(await postmasterOf(server.dataDir), 'SIGKILL')
		await expect.poll(() => submit('After the kill.')).toBe(201)
		await server.kill()
		await server.restart()
		process.kill(await postmasterOf(server.dataDir), 'SIGKILL')
		await expect.poll(() => submit('After the second kill.')).toBe(201)
		// The line follows the first connection, which a submission may use before it is written.
		await expect.poll(() => server.output()).toContain('PostgreSQL was started again')
		expect((await fetch(`${server.url}/health`)).status).toBe(200)
	})

	it('a server stops cleanly during crash recovery, and starts again', async ({ server, expect }) => {
		await killBackend(server.dataDir)
		expect(await server.end()).toBe(0)
		await expect(postmasterOf(server.dataDir)).rejects.toThrow('ENOENT')
		await server.restart()
		expect(await readiness(server)).toBe(200)
	})

	it('doctor and the exit code report that PostgreSQL is unavailable', async ({ server, expect }) => {
		const control = join(server.dataDir, 'postgres', 'global', 'pg_control')
		await rename(control, `${control}.away`)
		process.kill(await postmasterOf(server.dataDir), 'SIGKILL')
		await expect.poll(() => server.output()).toContain('it is tried again after a pause')
		expect(await readiness(server)).toBe(503)
		await expect(plaudit(server, ['doctor'])).rejects.toThrow(
			/^WRONG {2}server +The server \(process \d+\) is recovering\..*\nWRONG {2}database +The server runs/m,
		)
		expect(await server.end()).toBe(1)
		await rename(`${control}.away`, control)
		await server.restart()
		expect(await readiness(server)).toBe(200)
	})

	it('a server exits with 1 when PostgreSQL cannot be restarted', async ({ server, expect }) => {
		const control = join(server.dataDir, 'postgres', 'global', 'pg_control')
		await rename(control, `${control}.away`)
		process.kill(await postmasterOf(server.dataDir), 'SIGKILL')
		expect(await server.ended()).toBe(1)
		expect(server.output()).toContain('PostgreSQL cannot be brought back')
		await rename(`${control}.away`, control)
		await server.restart()
		expect(await readiness(server)).toBe(200)
	})

	it('the postmaster is protected from the out-of-memory killer where permitted, and no backend is', async ({
		server,
		expect,
	}) => {
		const own = await scoreOf('self')
		const lower = () => writeFile('/proc/self/oom_score_adj', String(own - 1))
		const mayLower = await lower().then(
			() => writeFile('/proc/self/oom_score_adj', String(own)).then(() => true),
			() => false,
		)
		const postmaster = await postmasterOf(server.dataDir)
		expect(await scoreOf(postmaster)).toBe(mayLower ? -1000 : own)
		// Only these processes live as long as the postmaster: another one can end before its score is read.
		const lasting = await queryPostgres<{ pid: number }>(
			server.dataDir,
			"select pid from pg_stat_activity where backend_type in ('checkpointer', 'background writer', 'walwriter')",
		)
		const scores = await Promise.all(lasting.map(({ pid }) => scoreOf(pid)))
		expect(new Set(scores)).toEqual(new Set([Math.max(0, own)]))
	})
})
