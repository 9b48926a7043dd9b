import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '#platform/log.ts'
import { tempFolder } from '#platform/media/files/temp-file.ts'
import { boxesOf } from '#test/support/recordings/boxes.ts'
import { browserWebm, cameraMp4, Films, h264, marker } from '#test/support/recordings/case.ts'
import { createRecordingProcessor, type RecordingProcessor } from './recording-processor.ts'

const run = promisify(execFile)

describe('the processor of recordings', () => {
	let folder: string
	let films: Films
	let processor: RecordingProcessor
	let withoutFfmpeg: RecordingProcessor
	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), 'plaudit-processor-'))
		films = new Films(folder)
		const log = createLog('silent')
		processor = createRecordingProcessor({ DATA_DIR: folder, FFMPEG_PATH: undefined }, log)
		withoutFfmpeg = createRecordingProcessor({ DATA_DIR: folder, FFMPEG_PATH: '/none' }, log)
	})
	afterAll(async () => {
		expect(await readdir(tempFolder({ DATA_DIR: folder }))).toEqual([])
		await rm(folder, { recursive: true })
	})

	let count = 0
	async function fileOf(bytes: Buffer | Promise<Buffer>): Promise<string> {
		const path = join(folder, `received-${count++}`)
		await writeFile(path, await bytes)
		return path
	}
	const sound = (filter: string, kind = 'wav') => films.make('-ac 1', kind, { picture: '', sound: filter })
	async function loudnessOf(path: string): Promise<number> {
		const { stderr } = await run('ffmpeg', ['-nostdin', '-i', path, '-af', 'ebur128', '-f', 'null', '-'])
		return Number([...stderr.matchAll(/I:\s+(-?[\d.]+) LUFS/g)].at(-1)?.[1])
	}
	/** Digest of the decoded pictures. */
	const picturesOf = async (path: string) =>
		(await run('ffmpeg', ['-v', 'error', '-nostdin', '-i', path, '-map', '0:v', '-f', 'md5', '-'])).stdout

	it('progress rises to its end, and the poster shows the wanted second', async () => {
		// Red, then blue.
		const file = await fileOf(
			films.make(`-filter_complex [0][1]concat ${h264}`, 'mp4', {
				picture: 'color=red:size=1920x1080:duration=2:rate=10',
				sound: 'color=blue:size=1920x1080:duration=2:rate=10',
			}),
		)
		const parts: number[] = []
		const onProgress = (part: number) => parts.push(part)
		const shown = await processor.processRecording({ file, kind: 'video', maxSeconds: 10, cover: 3, onProgress })
		expect(parts.length).toBeGreaterThan(0)
		expect(parts).toEqual(parts.toSorted((a, b) => a - b))
		expect(parts.at(-1)).toBeGreaterThan(0.9)
		expect(shown).toMatchObject({ cover: 3, width: 1920, height: 1080, poster: { width: 1280, height: 720 } })
		const blue = await sharp(shown.poster?.path).stats()
		expect(blue.dominant.b).toBeGreaterThan(200)
		const poster = await processor.makePoster(shown.shown, 0.5)
		const red = await sharp(poster.bytes).stats()
		expect(red.dominant.r).toBeGreaterThan(200)
		expect(await sharp(poster.bytes).metadata()).not.toHaveProperty('exif')
		const last = await processor.makePoster(shown.shown, shown.seconds)
		expect((await sharp(last.bytes).stats()).dominant.b).toBeGreaterThan(200)
		await shown.remove()
	})

	it('without a wanted second, the poster does not show darkness', async () => {
		const file = await fileOf(films.make(`-vf drawbox=enable='lt(t,1)':color=black:t=fill ${h264}`, 'mp4'))
		const shown = await processor.processRecording({ file, kind: 'video', maxSeconds: 10 })
		expect(shown.cover).toBeGreaterThanOrEqual(1)
		await shown.remove()
	})

	it.each([
		['a quiet voice is raised', 'sine=frequency=300:duration=4,volume=-14dB', -16],
		['a loud voice is lowered', 'sine=frequency=300:duration=4,volume=16dB', -16],
		['a very quiet voice is raised by twenty decibels only', 'sine=frequency=300:duration=4,volume=-24dB', -25],
		['noise stays as quiet as it is', 'anoisesrc=amplitude=0.001:duration=4:seed=1', -64],
	])('%s', async (_, filter, loudness) => {
		const file = await fileOf(sound(filter))
		const shown = await processor.processRecording({ file, kind: 'audio', maxSeconds: 10 })
		expect(Math.abs((await loudnessOf(shown.shown)) - loudness)).toBeLessThan(4)
		await shown.remove()
	})

	it('peaks follow the loudness, and silence has none', async () => {
		const halves = await fileOf(sound(`aevalsrc='if(lt(t,1),0.1,0.8)*sin(600*t)':duration=2`))
		const loud = await processor.processRecording({ file: halves, kind: 'audio', maxSeconds: 10 })
		expect(Math.max(...(loud.peaks ?? []).slice(2, 45))).toBeLessThan(30)
		expect(Math.min(...(loud.peaks ?? []).slice(55, 98))).toBeGreaterThan(70)
		const silent = await fileOf(sound('anullsrc=duration=2'))
		const quiet = await processor.processRecording({ file: silent, kind: 'audio', maxSeconds: 10 })
		expect(quiet.peaks).toEqual(Array(100).fill(0))
		await loud.remove()
		await quiet.remove()
	})

	it('an aborted recording leaves no file', async () => {
		const file = await fileOf(films.make(h264, 'mp4', { picture: 'testsrc2=size=1280x720:duration=4', sound: '' }))
		const abort = new AbortController()
		const onProgress = () => abort.abort(new Error('shutting down'))
		const began = processor.processRecording({ file, kind: 'video', maxSeconds: 10, signal: abort.signal, onProgress })
		await expect(began).rejects.toThrow('shutting down')
	})

	it('pictures that every browser plays are copied, and damaged ones are encoded again', async () => {
		const good = await fileOf(cameraMp4(films))
		const copied = await processor.processRecording({ file: good, kind: 'video', maxSeconds: 10 })
		expect(await picturesOf(copied.shown)).toBe(await picturesOf(good))
		await copied.remove()
		const rare = await fileOf(
			films.make(`${h264} -x264-params keyint=infinite:scenecut=0`, 'mp4', {
				picture: 'testsrc2=size=160x90:rate=10:duration=12',
				sound: '',
			}),
		)
		const encoded = await processor.processRecording({ file: rare, kind: 'video', maxSeconds: 20 })
		expect(await picturesOf(encoded.shown)).not.toBe(await picturesOf(rare))
		await encoded.remove()
	})

	it('speech is extracted as mono WAV with 16 kHz', async () => {
		const path = await processor.extractSpeech(await fileOf(browserWebm(films)))
		const { stdout } = await run('ffprobe', [
			'-v',
			'error',
			'-show_entries',
			'stream=codec_name,channels,sample_rate',
			'-of',
			'csv=p=0',
			path,
		])
		expect(stdout.trim()).toBe('pcm_s16le,16000,1')
		await rm(path)
		const mute = await fileOf(films.make(h264, 'mp4', { sound: '' }))
		await expect(processor.extractSpeech(mute)).rejects.toMatchObject({ problem: 'no_audio' })
	})

	it('without ffmpeg, MP4 files that browsers play are shown without metadata and with the header first', async () => {
		expect(await withoutFfmpeg.hasFfmpeg()).toBe(false)
		const tags = `-metadata title=${marker} -metadata location=+52.5200+013.4050/`
		for (const [how, type] of [
			[`${h264} ${tags} -bsf:v h264_metadata=sei_user_data=086f3693-b7b3-4f2c-9653-21492feee5b8+${marker}`, 'mp4'],
			[`${h264} ${tags}`, 'mov'],
			[`${h264} -movflags frag_keyframe+empty_moov+default_base_moof`, 'pipe:mp4'],
		] as const) {
			const file = await fileOf(films.make(how, type))
			const shown = await withoutFfmpeg.processRecording({ file, kind: 'video', maxSeconds: 10 })
			expect(shown).toMatchObject({ mime: 'video/mp4', width: 160, height: 90, poster: null, peaks: null })
			expect(Math.abs(shown.seconds - 2)).toBeLessThan(0.1)
			const bytes = await readFile(shown.shown)
			const boxes = boxesOf(bytes).map((one) => one.type)
			expect(boxes.indexOf('moov')).toBeGreaterThan(0)
			expect(boxes.indexOf('moov')).toBeLessThan(boxes.indexOf('mdat'))
			expect(bytes.includes(marker) || bytes.includes('+52.5200')).toBe(false)
			expect(await picturesOf(shown.shown)).toBe(await picturesOf(file))
			await shown.remove()
		}
		const voice = await fileOf(films.make('-c:a aac', 'm4a', { picture: '' }))
		const heard = await withoutFfmpeg.processRecording({ file: voice, kind: 'audio', maxSeconds: 10 })
		expect(heard).toMatchObject({ mime: 'audio/mp4', width: null, peaks: null })
		await heard.remove()
	})

	it('without ffmpeg, every file is closed again, also of a recording that is refused or interrupted', async () => {
		const opened = async () => {
			const names = await readdir('/proc/self/fd')
			const files = await Promise.all(names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')))
			return files.filter((path) => path.startsWith(folder))
		}
		const file = await fileOf(cameraMp4(films))
		const request = { file, kind: 'video', maxSeconds: 10 } as const
		const shown = await withoutFfmpeg.processRecording(request)
		expect(await opened()).toEqual([])
		await shown.remove()
		await expect(withoutFfmpeg.processRecording({ ...request, maxSeconds: -1 })).rejects.toThrow()
		expect(await opened()).toEqual([])
		const abort = new AbortController()
		const onProgress = () => abort.abort(new Error('shutting down'))
		const interrupted = withoutFfmpeg.processRecording({ ...request, onProgress, signal: abort.signal })
		await expect(interrupted).rejects.toThrow('shutting down')
		expect(await opened()).toEqual([])
	})

	it('ffmpeg that is installed while the server runs is found', async () => {
		const place = join(folder, 'installed later')
		const later = createRecordingProcessor({ DATA_DIR: folder, FFMPEG_PATH: place }, createLog('silent'))
		expect(await later.hasFfmpeg()).toBe(false)
		await mkdir(place)
		for (const name of ['ffmpeg', 'ffprobe']) {
			const { stdout } = await run('/bin/sh', ['-c', `command -v ${name}`])
			await symlink(stdout.trim(), join(place, name))
		}
		expect(await later.hasFfmpeg()).toBe(true)
	})

	it('without ffmpeg, other files wait for it, and limits hold', async () => {
		const problemOf = async (bytes: Buffer | Promise<Buffer>, maxSeconds = 10) =>
			withoutFfmpeg.processRecording({ file: await fileOf(bytes), kind: 'video', maxSeconds }).then(
				() => 'shown',
				(error) => error.problem,
			)
		expect(await problemOf(browserWebm(films))).toBe('no_ffmpeg')
		expect(await problemOf(films.make('-c:v mpeg4 -c:a aac', 'mp4'))).toBe('no_ffmpeg')
		const deep = films.make('-c:v libx264 -preset ultrafast -pix_fmt yuv420p10le -c:a aac', 'mp4')
		expect(await problemOf(deep)).toBe('no_ffmpeg')
		expect(await problemOf(cameraMp4(films).then((whole) => whole.subarray(0, 5000)))).toBe('unreadable')
		expect(await problemOf(Buffer.from('#EXTM3U\nfile:///etc/passwd'))).toBe('unreadable')
		expect(await problemOf(films.make('-c:a aac', 'm4a', { picture: '' }))).toBe('no_video')
		const long = films.make(h264, 'mp4', { picture: 'testsrc2=size=160x90:rate=10:duration=5', sound: '' })
		expect(await problemOf(long, 2)).toBe('too_long')
		await expect(withoutFfmpeg.makePoster(await fileOf(cameraMp4(films)), 1)).rejects.toMatchObject({
			problem: 'no_ffmpeg',
		})
	})
})
