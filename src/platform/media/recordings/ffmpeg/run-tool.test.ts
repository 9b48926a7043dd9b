import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Ffmpeg, findFfmpeg } from './find-ffmpeg.ts'
import { toRejection } from './reject-failed-run.ts'
import { runTool } from './run-tool.ts'

describe('a run of ffmpeg', () => {
	let ffmpeg: Ffmpeg
	let folder: string
	beforeAll(async () => {
		ffmpeg = await findFfmpeg({ FFMPEG_PATH: undefined })
		folder = await mkdtemp(join(tmpdir(), 'plaudit-runs-'))
	})
	afterAll(() => rm(folder, { recursive: true }))

	/** A run without an end, with the folder in its command line. */
	const endless = () => [
		...['-v', 'error', '-progress', 'pipe:1', '-re', '-f', 'lavfi', '-i', 'testsrc2'],
		...['-metadata', `title=${folder}/`, '-f', 'null', '-'],
	]
	const run = (args: string[], more: Partial<Parameters<typeof runTool>[2]> = {}) =>
		runTool(ffmpeg, 'ffmpeg', { args, seconds: 30, folder, signal: undefined, ...more }).catch((error) => {
			throw toRejection(error)
		})

	/** Processes whose working folder is the one of these runs. */
	async function running(): Promise<string[]> {
		const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
		const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')))
		return lines.filter((line) => line.includes(`${folder}/`))
	}

	it('a run that takes too long is ended with all its processes', async () => {
		await expect(run(endless(), { seconds: 0.5 })).rejects.toMatchObject({ problem: 'too_slow' })
		expect(await running()).toEqual([])
	})

	it('a run ends at once when it is aborted', async () => {
		const abort = new AbortController()
		const onOutput = () => abort.abort(new Error('shutting down'))
		await expect(run(endless(), { signal: abort.signal, onOutput })).rejects.toThrow('shutting down')
		expect(await running()).toEqual([])
		await expect(run(endless(), { signal: abort.signal })).rejects.toThrow('shutting down')
	})

	it('a file stops growing at its limit', async () => {
		const path = join(folder, 'large.wav')
		const args = ['-v', 'error', '-f', 'lavfi', '-i', 'sine=duration=100', `file:${path}`]
		await run(args, { maxFileBytes: 100_000 }).catch(() => {})
		expect((await stat(path)).size).toBeLessThanOrEqual(100_000)
	})

	it('output beyond its limit ends the run', async () => {
		const args = ['-v', 'error', '-f', 'lavfi', '-i', 'testsrc2', '-f', 'rawvideo', 'pipe:1']
		await expect(run(args, { maxOutputBytes: 100_000 })).rejects.toMatchObject({ problem: 'unreadable' })
	})

	it('memory beyond its limit is not given', async () => {
		const args = [
			'-v',
			'error',
			'-f',
			'lavfi',
			'-i',
			'color=size=32000x16000',
			'-frames:v',
			'8',
			'-vf',
			'reverse',
			'-f',
			'null',
			'-',
		]
		await expect(run(args)).rejects.toMatchObject({ problem: 'too_large_picture' })
	})

	it('ffmpeg reaches no network where the machine has namespaces', async () => {
		let connections = 0
		const server = createServer((_, answer) => answer.end()).on('connection', () => connections++)
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
		const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/film.mp4`
		await expect(run(['-v', 'error', '-i', url, '-f', 'null', '-'])).rejects.toMatchObject({ problem: 'unreadable' })
		server.close()
		expect(connections).toBe(ffmpeg.confinement.withoutNetwork.length > 0 ? 0 : 1)
	})

	it('ffmpeg gets nothing of the server’s environment', async () => {
		const names: string[] = []
		const abort = new AbortController()
		const began = run(endless(), { signal: abort.signal }).catch(() => {})
		while (names.length === 0) {
			for (const id of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
				const line = await readFile(`/proc/${id}/cmdline`, 'latin1').catch(() => '')
				if (!line.startsWith(ffmpeg.ffmpeg) || !line.includes(`${folder}/`)) continue
				const environment = await readFile(`/proc/${id}/environ`, 'latin1')
				names.push(
					...environment
						.split('\0')
						.filter(Boolean)
						.map((one) => one.split('=')[0] ?? ''),
				)
			}
		}
		abort.abort()
		await began
		expect(names.toSorted()).toEqual(['LANG', 'PATH'])
	})
})
