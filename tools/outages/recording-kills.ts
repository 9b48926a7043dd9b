import { execFileSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { postmasterOf } from '#test/support/postgres/postmaster.ts'
import { makeSpace } from '#test/support/product/make-space.ts'
import { startServer } from '#test/support/server-process.ts'
import { type Phase, SentRecordings } from './sent-recordings.ts'

/**
 * Kills server and database repeatedly while visitors upload and send videos, and while those are being prepared. Run:
 * `node tools/outages/recording-kills.ts --cycles 300`. Exits 1 when an acknowledged video is lost, sent twice or never ready, or when a file
 * is left without a row after the sweeps, or a row without a file.
 */
const { values } = parseArgs({ options: { cycles: { type: 'string', default: '300' } } })
const cycles = Number(values.cycles)
const phases: readonly Phase[] = ['uploading', 'sending', 'processing']
/** Milliseconds from the beginning of a phase within which the kill comes. */
const longest: Record<Phase, number> = { uploading: 60, sending: 30, processing: 2500 }

const server = await startServer({ RATE_LIMITS: 'off' })
const space = await makeSpace(server.url)
await space.client
	.from('forms')
	.update({ accepts: ['text', 'video'] })
	.eq('id', space.formId)
	.throwOnError()
const recordings = new SentRecordings(server.url, space, makeFilm())
const killed: Record<Phase, number> = { uploading: 0, sending: 0, processing: 0 }
for (let cycle = 1; cycle <= cycles; cycle++) {
	const phase = phases[cycle % phases.length] as Phase
	const begins = Promise.withResolvers<void>()
	const ended = recordings.sendSome(2, (reached) => reached === phase && begins.resolve())
	await Promise.race([begins.promise, ended])
	await new Promise((resolve) => setTimeout(resolve, randomInt(longest[phase])))
	killed[phase]++
	const target = randomInt(3)
	if (target !== 0) await killPostgres()
	if (target !== 1) await server.kill()
	await ended
	if (target !== 1) await server.restart()
	await recordings.sendAgain()
	if (cycle % 25 === 0) console.log(`${cycle} cycles, ${recordings.acknowledged} videos`)
}
await recordings.untilProcessed(server.dataDir)
const verdict = await recordings.compare(server)
await server.stop()
console.log(JSON.stringify({ cycles, killed, ...verdict }))
const { lost, duplicated, notReady, orphans, missing } = verdict
process.exit(lost + duplicated + notReady + orphans + missing > 0 ? 1 : 0)

/** A PostgreSQL that was killed a moment ago may not run again yet. */
async function killPostgres(): Promise<void> {
	try {
		process.kill(await postmasterOf(server.dataDir), 'SIGKILL')
	} catch (error) {
		if (!['ESRCH', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
	}
}

/** A WebM of one second, as browsers record it. */
function makeFilm(): Buffer {
	const folder = mkdtempSync(join(tmpdir(), 'plaudit-film-'))
	const path = join(folder, 'film.webm')
	const picture = ['-f', 'lavfi', '-i', 'testsrc=size=320x180:rate=15:duration=1']
	const sound = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=1']
	execFileSync('ffmpeg', ['-v', 'error', ...picture, ...sound, '-c:v', 'libvpx', '-c:a', 'libopus', path])
	const film = readFileSync(path)
	rmSync(folder, { recursive: true })
	return film
}
