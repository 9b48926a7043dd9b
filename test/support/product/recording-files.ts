import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The parts of a recording. Sizes in pixels. */
export type RecordingShape = {
	kind?: 'video' | 'audio'
	/** Length in seconds; 6 by default. */
	seconds?: number
	width?: number
	height?: number
	/** Turns the colours of the picture, in degrees, so that several can be told apart. */
	hue?: number
}

export type RecordingFiles = {
	/** An MP4 (H.264, AAC, moov first) or an M4A. */
	bytes: Buffer
	/** WebP; null for audio. */
	poster: Buffer | null
	width: number
	height: number
	seconds: number
	/** 100 heights from 0 to 100. */
	peaks: number[]
}

const made = new Map<string, Promise<RecordingFiles>>()

/** Makes the files of a ready recording with ffmpeg: a moving picture with a tone. Each shape is made once in a process. */
export function recordingFiles(shape: RecordingShape): Promise<RecordingFiles> {
	const { kind = 'video', seconds = 6, width = 640, height = 360, hue = 0 } = shape
	const key = [kind, seconds, width, height, hue].join()
	const files = made.get(key) ?? makeFiles({ kind, seconds, width, height, hue })
	made.set(key, files)
	return files
}

async function makeFiles({ kind, seconds, width, height, hue }: Required<RecordingShape>): Promise<RecordingFiles> {
	const folder = await mkdtemp(join(tmpdir(), 'plaudit-recording-'))
	const quiet = ['-hide_banner', '-loglevel', 'error', '-y']
	const tone = ['-f', 'lavfi', '-i', `sine=frequency=330:sample_rate=48000:duration=${seconds}`]
	const file = join(folder, kind === 'video' ? 'made.mp4' : 'made.m4a')
	const poster = join(folder, 'poster.webp')
	try {
		if (kind === 'video') {
			const source = `gradients=size=${width}x${height}:rate=24:c0=0x8a6f52:c1=0xe9dcc4:x0=0:y0=0:x1=${width}:y1=${height}:speed=0.004:duration=${seconds}:seed=7`
			const picture = ['-f', 'lavfi', '-i', source]
			const person = `hue=h=${hue},${drawPerson(width, height)}`
			const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '24', '-c:a', 'aac']
			const sizes = ['-threads', '1', '-shortest', '-movflags', '+faststart']
			await run('ffmpeg', [...quiet, ...picture, ...tone, '-vf', person, ...codecs, ...sizes, file])
			await run('ffmpeg', [...quiet, '-ss', '1', '-i', file, '-frames:v', '1', '-c:v', 'libwebp', poster])
		} else await run('ffmpeg', [...quiet, ...tone, '-c:a', 'aac', '-movflags', '+faststart', file])
		return {
			bytes: await readFile(file),
			poster: kind === 'video' ? await readFile(poster) : null,
			width,
			height,
			seconds,
			peaks: Array.from({ length: 100 }, (_, at) => Math.round(50 + 45 * Math.sin(at / 3) * Math.cos(at / 11))),
		}
	} finally {
		await rm(folder, { recursive: true, force: true })
	}
}

/** A head and shoulders of boxes, so that one sees how a poster is cut. */
function drawPerson(width: number, height: number): string {
	const unit = Math.min(width, height)
	const [x, y] = [Math.round(width / 2), Math.round(height * 0.42)]
	const box = (left: number, top: number, wide: number, high: number, colour: string) =>
		`drawbox=x=${Math.round(x + left * unit)}:y=${Math.round(y + top * unit)}:w=${Math.round(wide * unit)}:h=${Math.round(high * unit)}:color=${colour}:t=fill`
	return [
		box(-0.26, 0.18, 0.52, 0.6, '0x2f4b45'),
		box(-0.06, 0.1, 0.12, 0.14, '0xc08c68'),
		box(-0.14, -0.2, 0.28, 0.34, '0xd2a37d'),
		box(-0.16, -0.26, 0.32, 0.12, '0x3f2f27'),
	].join(',')
}
