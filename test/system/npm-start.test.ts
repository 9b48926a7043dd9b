import { afterEach, beforeEach, expect, it } from 'vitest'
import { isRunning } from '#platform/pg/engine/postgres-processes.ts'
import { LaunchedServer } from '#test/support/launched-server.ts'

let launched: LaunchedServer
beforeEach(async () => {
	launched = await LaunchedServer.prepare()
})
afterEach(() => launched.stop())

it('server and PostgreSQL end when npm start gets SIGTERM', async () => {
	const { all } = await launched.start(['npm', 'start'])
	expect(all.length).toBeGreaterThan(5)
	launched.launcher.kill('SIGTERM')
	await expect.poll(() => all.filter(isRunning)).toEqual([])
	expect(await launched.wasCheckpointed()).toBe(true)
})

it('a server outlives the shell that ran "npm start &"', async () => {
	const { server } = await launched.start(['sh', '-c', 'npm start &'])
	expect(launched.launcher.exitCode).toBe(0)
	expect(isRunning(server)).toBe(true)
})

it('npm start with a wrong setting ends with one line that names it, and starts nothing', async () => {
	const { code, errors } = await launched.runToItsEnd(['npm', '--silent', 'start'], { SITE_URL: 'praise.x.test' })
	expect([code, errors]).toEqual([1, expect.stringMatching(/^SITE_URL: must be an address such as .*\n$/m)])
	expect(await launched.pid()).toBe(0)
})
