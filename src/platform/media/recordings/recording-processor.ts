import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '#platform/config/config.ts'
import { tempFolder } from '#platform/media/files/temp-file.ts'
import { Semaphore } from '#platform/semaphore.ts'
import { encodeRecording } from './encode/encode-recording.ts'
import { type Ffmpeg, FfmpegMissing, findFfmpeg } from './ffmpeg/find-ffmpeg.ts'
import { decoderLimits, inputArguments } from './ffmpeg/input-arguments.ts'
import { toRejection } from './ffmpeg/reject-failed-run.ts'
import { runTool } from './ffmpeg/run-tool.ts'
import { findCover, makePoster, type PosterImage } from './make-poster.ts'
import { probeRecording, sniffFile } from './probe/probe-recording.ts'
import type { ProcessedRecording, RecordingRequest } from './processed-recording.ts'
import { readPeaks } from './read-peaks.ts'
import { RecordingRejected } from './recording-rejected.ts'
import { remuxMp4 } from './remux-mp4.ts'

/** Makes files that every browser plays from those that people record. Recordings are processed one at a time. */
export type RecordingProcessor = {
	/** True when ffmpeg is there, without which only some MP4 files can be shown. */
	hasFfmpeg(): Promise<boolean>
	/** @throws RecordingRejected with a code of the closed list, or the signal's reason */
	processRecording(request: RecordingRequest): Promise<ProcessedRecording>
	/** Poster of a shown file at a second. @throws RecordingRejected */
	makePoster(shown: string, at: number, signal?: AbortSignal): Promise<PosterImage>
	/** WAV for transcription, mono with 16 kHz; the caller deletes it. @returns its path @throws RecordingRejected */
	extractSpeech(file: string, signal?: AbortSignal): Promise<string>
}

type RecordingConfig = Pick<Config, 'DATA_DIR' | 'FFMPEG_PATH'>
/** Longest time of one run of ffmpeg, in seconds. A phone’s 4K in HDR takes seven times its duration on one core. */
const timeLimit = (duration: number) => 60 + 20 * duration

/** Creates the processor. ffmpeg is looked for at each use until it is found. */
export function createRecordingProcessor(config: RecordingConfig, log: Pick<Logger, 'warn'>): RecordingProcessor {
	const folder = tempFolder(config)
	const semaphore = new Semaphore(1)
	let found: Promise<Ffmpeg | undefined> | undefined
	const ffmpegIfThere = () => {
		found ??= findFfmpeg(config).catch((error) => {
			if (!(error instanceof FfmpegMissing)) throw error
			log.warn(`${error.message} Until then, only MP4 files with H.264 and AAC can be shown.`)
			// It is looked for again, as an operator may install it meanwhile.
			found = undefined
			return undefined
		})
		return found
	}
	const ffmpegOrReject = async () => {
		await mkdir(folder, { recursive: true, mode: 0o700 })
		const ffmpeg = await ffmpegIfThere()
		if (!ffmpeg) throw new RecordingRejected('no_ffmpeg', 'ffmpeg is not installed')
		return ffmpeg
	}
	return {
		hasFfmpeg: async () => Boolean(await ffmpegIfThere()),
		processRecording: (request) =>
			semaphore.run(async () => {
				request.signal?.throwIfAborted()
				await mkdir(folder, { recursive: true, mode: 0o700 })
				const ffmpeg = await ffmpegIfThere()
				return ffmpeg ? process(ffmpeg, request, folder) : remuxMp4(request, folder)
			}),
		makePoster: async (shown, at, signal) =>
			makePoster(await ffmpegOrReject(), await inputOf(shown), at, { folder, signal }),
		extractSpeech: (file, signal) =>
			semaphore.run(async () => extractSpeech(await ffmpegOrReject(), file, { folder, signal })),
	}
}

const inputOf = async (file: string) => ({ file, container: await sniffFile(file) })

async function process(ffmpeg: Ffmpeg, request: RecordingRequest, folder: string): Promise<ProcessedRecording> {
	const { file, kind, maxSeconds, signal, onProgress } = request
	const files: string[] = []
	const remove = async () => {
		await Promise.all(files.map((path) => rm(path, { force: true })))
	}
	try {
		const probed = await probeRecording(ffmpeg, { file, kind, maxSeconds, folder, signal })
		const shown = await encodeRecording(ffmpeg, probed, {
			folder,
			timeLimit: timeLimit(probed.seconds),
			signal,
			onProgress: onProgress ?? (() => {}),
		})
		files.push(shown)
		// A damaged stream may end early or not be decodable at all.
		const result = await probeRecording(ffmpeg, { file: shown, kind, maxSeconds: maxSeconds + 1, folder, signal })
		const { video, seconds } = result
		const mime = video ? 'video/mp4' : 'audio/mp4'
		const size = { width: video?.width ?? null, height: video?.height ?? null }
		const poster = video ? await posterOf(ffmpeg, request, shown, seconds, folder) : null
		if (poster) files.push(poster.picture.path)
		const peaks = video ? null : await readPeaks(ffmpeg, result, { folder, signal })
		const { picture = null, cover = null } = poster ?? {}
		return { shown, mime, ...size, seconds, poster: picture, cover, peaks, remove }
	} catch (error) {
		await remove()
		throw error
	}
}

async function posterOf(
	ffmpeg: Ffmpeg,
	{ cover, signal }: RecordingRequest,
	shown: string,
	seconds: number,
	folder: string,
) {
	const input = await inputOf(shown)
	const options = { folder, signal }
	// The last frame begins before the end.
	const at = cover === undefined ? await findCover(ffmpeg, input, seconds, options) : Math.min(cover, seconds - 0.2)
	const { bytes, width, height } = await makePoster(ffmpeg, input, Math.max(0, at), options)
	const path = join(folder, `${randomUUID()}.webp`)
	await writeFile(path, bytes, { mode: 0o600 })
	return { picture: { path, width, height }, cover: at }
}

const sampleRate = 16_000
const speechTimeLimit = 120
const maxSpeechSeconds = 4 * 3600
const MiB = 1024 * 1024

/** Writes the sound as WAV, mono with 16 kHz, as programs that transcribe expect it. @returns its path @throws RecordingRejected */
async function extractSpeech(
	ffmpeg: Ffmpeg,
	file: string,
	{ folder, signal }: { folder: string; signal: AbortSignal | undefined },
): Promise<string> {
	const probed = await probeRecording(ffmpeg, { file, kind: 'audio', maxSeconds: maxSpeechSeconds, folder, signal })
	const path = join(folder, `${randomUUID()}.wav`)
	const args = [
		...['-v', 'error', '-nostdin', '-nostats', ...decoderLimits, ...inputArguments(probed)],
		...['-map', `0:${probed.audio?.index}`],
		...['-map_metadata', '-1', '-fflags', '+bitexact', '-ac', '1', '-ar', String(sampleRate)],
		...['-c:a', 'pcm_s16le', '-f', 'wav', `file:${path}`],
	]
	try {
		await runTool(ffmpeg, 'ffmpeg', { args, seconds: speechTimeLimit, folder, signal, maxFileBytes: 512 * MiB })
		return path
	} catch (error) {
		await rm(path, { force: true })
		throw toRejection(error)
	}
}
