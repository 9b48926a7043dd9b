import { readdir, readFile } from 'node:fs/promises'
import { plaudit, startServer } from './server.ts'
import { corpus } from './upload-corpus/corpus.ts'
import { tryCase } from './upload-corpus/try-corpus.ts'

/**
 * Uploads the whole corpus to a running server, one file after another, and watches what each costs.
 * Run: `node test/upload-corpus.ts`. Exits 1 when a verdict is not the stated one, or a file takes too much.
 */
const mostMegabytes = 512
const mostMilliseconds = 10_000

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
	mostMegabytes: 0,
}
const watch = setInterval(async () => {
	report.mostMegabytes = Math.max(report.mostMegabytes, await mostMemory(server.pid))
}, 100)
for (const one of Object.values(corpus).flat()) {
	const { name, got, milliseconds, wrong } = await tryCase(target, one, report.files++)
	if (got === 'taken') report.taken++
	else report.refused++
	if (milliseconds > mostMilliseconds) wrong.push(`took ${Math.round(milliseconds)} ms`)
	if (wrong.length > 0) report.wrong.push(`${name}: ${wrong.join(', ')}`)
	report.slowestMs = Math.max(report.slowestMs, Math.round(milliseconds))
}
clearInterval(watch)
await server.stop()
console.log(JSON.stringify(report, null, '\t'))
process.exit(report.wrong.length > 0 || report.mostMegabytes > mostMegabytes ? 1 : 0)

/** The most that the server, or a process for pictures that it started, has had in memory; in megabytes. */
async function mostMemory(pid: number): Promise<number> {
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
