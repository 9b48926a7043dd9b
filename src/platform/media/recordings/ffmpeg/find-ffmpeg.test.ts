import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findFfmpeg } from './find-ffmpeg.ts'

describe('ffmpeg', () => {
	let folder: string
	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), 'plaudit-ffmpeg-'))
	})
	afterAll(() => rm(folder, { recursive: true }))

	/** A program that says it is ffmpeg and has these encoders and filters. */
	async function install(version: string, names: string[]): Promise<string> {
		const table = names.map((name) => ` V..... ${name}  text`).join('\n')
		const script = `#!/bin/sh\necho "ffmpeg version ${version} Copyright"\necho "${table}"\n`
		for (const name of ['ffmpeg', 'ffprobe']) await writeFile(join(folder, name), script, { mode: 0o755 })
		return folder
	}
	const all = ['libx264', 'aac', 'png', 'loudnorm', 'scale', 'aresample']

	it('ffmpeg is found in PATH, by its own path and by its folder', async () => {
		const found = await findFfmpeg({ FFMPEG_PATH: undefined })
		expect(found.version).toMatch(/^n?\d/)
		expect(await findFfmpeg({ FFMPEG_PATH: found.ffmpeg })).toEqual(found)
		const FFMPEG_PATH = await install('7.1-static', all)
		expect(await findFfmpeg({ FFMPEG_PATH })).toMatchObject({
			ffprobe: join(folder, 'ffprobe'),
			version: '7.1-static',
			hasToneMapping: false,
		})
	})

	it('an old ffmpeg, one without an encoder and one that cannot be run are refused with a remedy', async () => {
		const FFMPEG_PATH = await install('4.4.2', all)
		await expect(findFfmpeg({ FFMPEG_PATH })).rejects.toThrow('is version 4.4.2. Install ffmpeg 5.1 or newer.')
		await install('10.0', all.slice(1))
		await expect(findFfmpeg({ FFMPEG_PATH })).rejects.toThrow('was built without libx264')
		await rm(join(folder, 'ffprobe'))
		await expect(findFfmpeg({ FFMPEG_PATH })).rejects.toThrow('ffprobe cannot be run.')
		await expect(findFfmpeg({ FFMPEG_PATH: join(folder, 'none') })).rejects.toThrow('FFMPEG_PATH: there is no')
	})
})
