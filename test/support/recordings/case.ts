import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { MediaProblem } from '#shared/recording/media-problems.ts'

const run = promisify(execFile)

/** Part of all metadata and payloads: a shown file that contains it was not made clean. */
export const marker = 'PLAUDIT-SECRET'

/** The result of a recording. Sides are those of the upright shown picture. */
export type Shown = {
	/** Duration of the source; the shown file may differ by a tenth of a second. */
	seconds: number
	width?: number
	height?: number
	fps?: number
	/** Channels of the shown sound; 0 without sound. */
	channels?: number
}
export type RecordingCase = {
	name: string
	kind: 'video' | 'audio'
	/** A code of the closed list, or the shown file. */
	expected: MediaProblem | Shown
	/** Makes the bytes; `films` makes files by ffmpeg, and `canary` is the address of a server that must not be called. */
	bytes(films: Films, canary: string): Promise<Buffer>
	maxSeconds?: number
}

/** A recording that is expected to be shown or refused. */
export function recording(
	name: string,
	kind: 'video' | 'audio',
	expected: RecordingCase['expected'],
	bytes: RecordingCase['bytes'] | Buffer | string,
	maxSeconds?: number,
): RecordingCase {
	const make = typeof bytes === 'function' ? bytes : async () => Buffer.from(bytes as string)
	return { name, kind, expected, bytes: make, ...(maxSeconds ? { maxSeconds } : {}) }
}

/** Makes small films by ffmpeg in a folder, each once. */
export class Films {
	readonly #folder: string
	readonly #made = new Map<string, Promise<Buffer>>()
	constructor(folder: string) {
		this.#folder = folder
	}

	/** @param how arguments of ffmpeg between the inputs and the output; @param type ending of the output */
	make(how: string, type: string, { picture = testPicture, sound = tone }: Sources = {}): Promise<Buffer> {
		const sources = [picture, sound].flatMap((one) => (one ? ['-f', 'lavfi', '-i', one] : []))
		return this.run([...sources, ...how.split(' ').filter(Boolean)], type)
	}

	/** The same from the arguments alone. `pipe:` as the type of the output makes it unseekable. */
	run(args: string[], type: string): Promise<Buffer> {
		const key = createHash('sha1')
			.update(JSON.stringify([args, type]))
			.digest('hex')
		const made = this.#made.get(key) ?? this.#write(args, type, key)
		this.#made.set(key, made)
		return made
	}

	/** Keeps bytes as a file, for input of another film. @returns its path */
	async keep(name: string, bytes: Buffer | Promise<Buffer>, type: string): Promise<string> {
		const path = join(this.#folder, `${name}.${type}`)
		await writeFile(path, await bytes)
		return path
	}

	async #write(args: string[], type: string, key: string): Promise<Buffer> {
		const [format = '', isPiped] = type.split(':').reverse()
		const options = { encoding: 'buffer', maxBuffer: 64 * 1024 * 1024 } as const
		const common = ['-v', 'error', '-y', '-nostdin', ...args]
		if (isPiped) return (await run('ffmpeg', [...common, '-f', format, 'pipe:1'], options)).stdout
		const path = join(this.#folder, `${key}.${format}`)
		await run('ffmpeg', [...common, path], options)
		return readFile(path)
	}
}

type Sources = { picture?: string; sound?: string }
export const testPicture = 'testsrc2=size=160x90:rate=30:duration=2'
export const tone = 'sine=frequency=440:sample_rate=48000:duration=2'
export const h264 = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac'
const vp8 = '-c:v libvpx -deadline realtime -cpu-used 8 -c:a libopus'

/** MP4 as of an ordinary camera, with its header at the end. */
export const cameraMp4 = (films: Films): Promise<Buffer> => films.make(h264, 'mp4')
/** WebM as of a browser's recorder: neither a duration nor an index. */
export const browserWebm = (films: Films): Promise<Buffer> => films.make(vp8, 'pipe:webm')
