import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startServer } from '#test/support/server-process.ts'

it('a first start writes no error into the log of the embedded PostgreSQL', async () => {
	const server = await startServer({}, { isFirstStart: true })
	try {
		const log = await readFile(join(server.dataDir, 'postgres.log'), 'utf8')
		expect(log).toContain('database system is ready to accept connections')
		const problems = log.split('\n').filter((line) => /\b(ERROR|FATAL|PANIC):/.test(line))
		// On a slow machine, a connection may come while PostgreSQL still starts; it is tried again.
		expect(problems.filter((line) => !line.endsWith('the database system is starting up'))).toEqual([])
	} finally {
		await server.stop()
	}
})
