import { afterAll, beforeAll, expect, it } from 'vitest'
import { plaudit, type Server, startServer } from '#test/support/server-process.ts'

let server: Server
beforeAll(async () => {
	server = await startServer()
}, 60_000)
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

it('status says that no server runs, starts none, and ends with 1', async () => {
	await server.end()
	await expect(plaudit(server, ['status'])).rejects.toThrow(/ended with 1: .*No server runs\./s)
	await expect(plaudit(server, ['status', '--json'])).rejects.toThrow(/"running":false,"state":"stopped"/)
})
