import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startServer } from '#test/support/server-process.ts'

it('a first start writes no error into the log of the embedded PostgreSQL', { timeout: 120_000 }, async () => {
	const server = await startServer({}, { isFirstStart: true })
	try {
		const log = await readFile(join(server.dataDir, 'postgres.log'), 'utf8')
		expect(log).toContain('database system is ready to accept connections')
		expect(log.split('\n').filter((line) => /\b(ERROR|FATAL|PANIC):/.test(line))).toEqual([])
	} finally {
		await server.stop()
	}
})
