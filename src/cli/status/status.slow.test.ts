import { afterAll, beforeAll, expect, it } from 'vitest'
import { startS3Server } from '#test/fakes/s3-server.ts'
import { plaudit, type Server, startServer } from '#test/support/server-process.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'

let server: Server
beforeAll(async () => {
	server = await startServer()
})
afterAll(() => server.stop())

it('status shows a running server on one screen, and as JSON', async () => {
	const text = await plaudit(server, ['status'])
	for (const part of ['Everything works.', 'PostgreSQL 18', server.url, '0 failed', 'Accounts', 'none is known'])
		expect(text).toContain(part)
	expect(text.trim().split('\n').length).toBeLessThan(24)
	const found = JSON.parse(await plaudit(server, ['status', '--json']))
	expect(found).toMatchObject({ running: true, warnings: [], accounts: 0, spaces: [] })
	expect(found.uptime).toBeGreaterThan(0)
})

it('status prints a report for support without the address of the server', async () => {
	const report = await plaudit(server, ['status', '--report'])
	expect(report).toMatch(/^Plaudit, report for support of \d{4}-/)
	expect(report).toMatch(/^ {2}Database +works: Works\.$/m)
	expect(report).not.toContain(server.url)
})

it('status says that no server runs, starts none, and ends with 1', async () => {
	await server.end()
	await expect(plaudit(server, ['status'])).rejects.toThrow(/ended with 1: .*No server runs\./s)
	await expect(plaudit(server, ['status', '--json'])).rejects.toThrow(/"running":false,"state":"stopped"/)
	const report = await plaudit(server, ['status', '--report']).catch((error: Error) => error.message)
	expect(report).toMatch(/ended with 1: .*No server runs\./s)
	expect(report).not.toContain('Address')
})

const urlOf = ({ host = '', port, user = '', database = '' }: TestDatabase['owner']) =>
	`postgres://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`

it('status says in plain words that the database takes no writes, and what to do, with an address only outside of the report', async () => {
	const database = await createTestDatabase()
	const settings = { DATABASE_URL: urlOf(database.owner) }
	const running = await startServer(settings)
	const { database: name } = database.owner
	await asOwner(database, `alter database ${name} set default_transaction_read_only = on`)
	const text = await plaudit(running, ['status'], settings).catch((error: Error) => error.message)
	expect(text).toMatch(
		/^plaudit status ended with 1: ! {2}DATABASE_URL cannot be used .*: its transactions are read-only\. Reset default_/,
	)
	expect(text).toMatch(/^! {2}Until then the server answers 503, and takes requests again by itself\.$/m)
	expect(text).toMatch(/^Free disk +\d/m)
	expect(text).not.toContain('{"level"')
	const json = await plaudit(running, ['status', '--json'], settings).catch((error: Error) => error.message)
	expect(json).toContain('"running":true,"state":"running","problem":"DATABASE_URL cannot be used')
	const report = await plaudit(running, ['status', '--report'], settings).catch((error: Error) => error.message)
	expect(report).toContain('!  The database cannot be used.')
	expect(report).not.toContain('DATABASE_URL')
	await running.stop()
	await database.drop()
})

it('status says in plain words that S3 is away, and what to do, with the connections of the server and no line of a log', async () => {
	const s3 = await startS3Server()
	await s3.close()
	const beside = { ...s3.settings, LOG_LEVEL: 'silent' }
	const running = await startServer(beside)
	const text = await plaudit(running, ['status'], beside).catch((error: Error) => error.message)
	expect(text).toMatch(/^plaudit status ended with 1: ! {2}Files: S3 does not answer\.$/m)
	expect(text).toMatch(
		/^Files +NOT READY: S3 does not answer\. Look at S3, .* plaudit doctor stores a file and reads it again\./m,
	)
	expect(text).toMatch(/^Pool +\d+ open, \d+ free, 0 wait$/m)
	expect(text).not.toContain('{"level"')
	await running.stop()
})
