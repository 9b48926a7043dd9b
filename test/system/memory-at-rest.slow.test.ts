import { readFile } from 'node:fs/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { LaunchedServer } from '#test/support/launched-server.ts'

/** Resident memory of an idle server, in MiB. */
const most = 110

let launched: LaunchedServer
beforeEach(async () => {
	launched = await LaunchedServer.prepare()
})
afterEach(() => launched.stop())

it(`an idle server comes to rest at no more than ${most} MiB of resident memory`, async () => {
	const { server } = await launched.start(['npm', 'start'])
	await expect.poll(() => residentMemory(server), { timeout: 60_000, interval: 1000 }).toBeLessThanOrEqual(most)
})

async function residentMemory(pid: number): Promise<number> {
	const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')
	return Number(/^Rss:\s+(\d+)/m.exec(text)?.[1]) / 1024
}
