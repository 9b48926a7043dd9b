import { afterAll, beforeAll, expect, it } from 'vitest'
import { plaudit, type Server, startServer } from '#test/support/server-process.ts'

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
