import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '#platform/log.ts'
import { tempFolder } from '#platform/media/files/temp-file.ts'
import { createRecordingProcessor } from '#platform/media/recordings/recording-processor.ts'
import { Films, type RecordingCase } from '#test/support/recordings/case.ts'
import { recordingCorpus } from '#test/support/recordings/corpus.ts'
import { type RecordingResult, type Target, tryRecording } from '#test/support/recordings/try-recording.ts'

describe('the corpus of recordings', () => {
	let folder: string
	let canary: Server
	let connections = 0
	let targets: Target[]
	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), 'plaudit-recordings-'))
		canary = createServer((_, answer) => answer.end())
		canary.on('connection', () => connections++)
		await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve))
		const { port } = canary.address() as AddressInfo
		const films = new Films(folder)
		const config = { DATA_DIR: folder, FFMPEG_PATH: undefined }
		targets = [1, 2].map((lane) => ({
			processor: createRecordingProcessor(config, createLog('silent')),
			films,
			folder: join(folder, `lane-${lane}`),
			canary: `http://127.0.0.1:${port}`,
		}))
	})
	afterAll(async () => {
		canary.close()
		await rm(folder, { recursive: true })
	})

	/** Two files at a time. */
	async function tryAll(cases: readonly RecordingCase[]): Promise<RecordingResult[]> {
		const waiting = cases.entries()
		const lanes = targets.map(async (target) => {
			const results: RecordingResult[] = []
			for (const [number, one] of waiting) results.push(await tryRecording(target, one, number))
			return results
		})
		return (await Promise.all(lanes)).flat()
	}

	it('the corpus of recordings has more than a hundred files', () => {
		expect(Object.values(recordingCorpus).flat().length).toBeGreaterThan(100)
	})

	it.each(Object.keys(recordingCorpus))('every %s recording of the corpus has its expected result', async (family) => {
		const tried = await tryAll(recordingCorpus[family] ?? [])
		expect(tried.filter(({ wrong }) => wrong.length > 0)).toEqual([])
		expect(tried.filter(({ milliseconds }) => milliseconds > 60_000)).toEqual([])
		expect(connections).toBe(0)
		expect(await readdir(tempFolder({ DATA_DIR: folder }))).toEqual([])
	})
})
