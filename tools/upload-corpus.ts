import { readdir, readFile } from 'node:fs/promises'
import { plaudit, startServer } from '#test/support/server-process.ts'
import { corpus } from '#test/support/upload-corpus/corpus.ts'
import { tryCase } from '#test/support/upload-corpus/try-case.ts'

/**
 * Uploads the corpus to a running server, one file at a time, and measures the cost of each. Run: `node tools/upload-
 * corpus.ts`. Exits 1 when a result differs from the expected one, or a file costs too much memory.
 */
const maxMegabytes = 512
const maxMilliseconds = 10_000

const server = await startServer({ RATE_LIMITS: 'off' })
const { serviceRoleKey: key } = JSON.parse(await plaudit(server, ['keys', '--json'])) as {
	serviceRoleKey: string
}
const target = { url: server.url, key, bucket: 'avatars' }
const report = {
	files: 0,
	taken: 0,
	refused: 0,
	wrong: [] as string[],
	slowestMs: 0,
	peakMegabytes: 0,
}
const watch = setInterval(async () => {
	report.peakMegabytes = Math.max(report.peakMegabytes, await peakMemory(server.pid))
}, 100)
for (const one of Object.values(corpus).flat()) {
	const { name, got, milliseconds, wrong } = await tryCase(target, one, report.files++)
	if (got === 'taken') report.taken++
	else report.refused++
	if (milliseconds > maxMilliseconds) wrong.push(`took ${Math.round(milliseconds)} ms`)
	if (wrong.length > 0) report.wrong.push(`${name}: ${wrong.join(', ')}`)
	report.slowestMs = Math.max(report.slowestMs, Math.round(milliseconds))
}
clearInterval(watch)
await server.stop()
console.log(JSON.stringify(report, null, '\t'))
process.exit(report.wrong.length > 0 || report.peakMegabytes > maxMegabytes ? 1 : 0)

/** Peak memory of the server and its image processes, in megabytes. */
async function peakMemory(pid: number): Promise<number> {
	const statuses = await Promise.all(
		(await readdir('/proc'))
			.filter((name) => /^\d+$/.test(name))
			.map((name) => readFile(`/proc/${name}/status`, 'utf8').catch(() => '')),
	)
	const peaks = statuses
		.filter((text) => text.includes(`\nPid:\t${pid}\n`) || text.includes(`\nPPid:\t${pid}\n`))
		.map((text) => Number(/VmHWM:\s+(\d+)/.exec(text)?.[1] ?? 0) / 1024)
	return Math.round(Math.max(0, ...peaks))
}
