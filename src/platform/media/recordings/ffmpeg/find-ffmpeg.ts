import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Config } from '#platform/config/config.ts'
import { type Confinement, findConfinement } from './process-limits.ts'

const run = promisify(execFile)
const minVersion = 5.1
const needed = { encoders: ['libx264', 'aac', 'png'], filters: ['loudnorm', 'scale', 'aresample'] }

/** The installed ffmpeg and what confines it on this machine. */
export type Ffmpeg = {
	ffmpeg: string
	ffprobe: string
	version: string
	/** True when it can convert high dynamic range. */
	hasToneMapping: boolean
	confinement: Confinement
}

/** There is no usable ffmpeg; the message says what to do. */
export class FfmpegMissing extends Error {}
export class FfmpegNotInstalled extends FfmpegMissing {}

/** Finds ffmpeg and checks what it can do. @throws FfmpegMissing */
export async function findFfmpeg({ FFMPEG_PATH }: Pick<Config, 'FFMPEG_PATH'>): Promise<Ffmpeg> {
	const ffmpeg = FFMPEG_PATH ? await programIn(FFMPEG_PATH) : await searchPath()
	const ffprobe = join(dirname(ffmpeg), 'ffprobe')
	const [banner] = (await outputOf(ffmpeg, '-version')).split('\n')
	await outputOf(ffprobe, '-version')
	const version = /^ffmpeg version (\S+)/.exec(banner ?? '')?.[1] ?? 'unknown'
	// Development versions have no number; what they can do is checked below.
	const number = /^n?(\d+\.\d+)/.exec(version)?.[1]
	if (number && Number(number) < minVersion)
		throw new FfmpegMissing(`${ffmpeg} is version ${version}. Install ffmpeg ${minVersion} or newer.`)
	const encoders = namesIn(await outputOf(ffmpeg, '-encoders'))
	const filters = namesIn(await outputOf(ffmpeg, '-filters'))
	const missing = [
		...needed.encoders.filter((name) => !encoders.has(name)),
		...needed.filters.filter((name) => !filters.has(name)),
	]
	if (missing.length > 0)
		throw new FfmpegMissing(`${ffmpeg} was built without ${missing.join(', ')}. Install a build that has them.`)
	const hasToneMapping = filters.has('zscale') && filters.has('tonemap')
	return { ffmpeg, ffprobe, version, hasToneMapping, confinement: await findConfinement() }
}

async function programIn(path: string): Promise<string> {
	const found = await stat(path).catch(() => undefined)
	if (!found) throw new FfmpegMissing(`FFMPEG_PATH: there is no ${path}.`)
	return found.isDirectory() ? join(path, 'ffmpeg') : path
}

async function searchPath(): Promise<string> {
	try {
		const { stdout } = await run('/bin/sh', ['-c', 'command -v ffmpeg'])
		return stdout.trim()
	} catch {
		throw new FfmpegNotInstalled('ffmpeg is not installed. Install the package ffmpeg, or set FFMPEG_PATH.')
	}
}

async function outputOf(program: string, option: string): Promise<string> {
	try {
		return (await run(program, ['-hide_banner', option], { maxBuffer: 4 * 1024 * 1024 })).stdout
	} catch {
		throw new FfmpegMissing(`${program} cannot be run. Install ffmpeg and ffprobe, or correct FFMPEG_PATH.`)
	}
}

/** Names in a table of ffmpeg, whose first column holds flags. */
function namesIn(table: string): Set<string> {
	return new Set([...table.matchAll(/^ [A-Z.]+ +(\S+)/gm)].map((match) => match[1] ?? ''))
}
