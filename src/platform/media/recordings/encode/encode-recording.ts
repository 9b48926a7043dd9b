import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Ffmpeg } from '#platform/media/recordings/ffmpeg/find-ffmpeg.ts'
import { decoderLimits, inputArguments } from '#platform/media/recordings/ffmpeg/input-arguments.ts'
import { toRejection } from '#platform/media/recordings/ffmpeg/reject-failed-run.ts'
import { runTool, type ToolRun } from '#platform/media/recordings/ffmpeg/run-tool.ts'
import type { ProbedRecording } from '#platform/media/recordings/probe/probe-recording.ts'
import { evenLoudness, measureFilter, parseLoudness } from './loudness.ts'
import { planVideo } from './plan-video.ts'
import { maxVideoBitRate, videoArguments } from './video-arguments.ts'

export type EncodeOptions = {
	folder: string
	/** Limit of each run of ffmpeg, in seconds. */
	timeLimit: number
	signal: AbortSignal | undefined
	/** Receives the part that is done, 0 to 1. */
	onProgress: (part: number) => void
}

const sampleRate = 48_000
/** Silence fills gaps, so that sound and picture stay together. */
const steadySound = `aresample=${sampleRate}:async=1:first_pts=0`
const withoutMetadata = [
	...['-map_metadata', '-1', '-map_chapters', '-1', '-sn', '-dn'],
	...['-fflags', '+bitexact', '-flags:v', '+bitexact', '-flags:a', '+bitexact'],
]

/**
 * Makes the shown file: MP4 with H.264 and AAC, or M4A with AAC.
 * @returns its path
 * @throws RecordingRejected
 */
export async function encodeRecording(
	ffmpeg: Ffmpeg,
	probed: ProbedRecording,
	options: EncodeOptions,
): Promise<string> {
	const { video, audio, seconds } = probed
	const { folder, timeLimit, signal, onProgress } = options
	const run = (options: Pick<ToolRun, 'args' | 'onOutput' | 'maxFileBytes'>) =>
		runTool(ffmpeg, 'ffmpeg', { folder, signal, seconds: timeLimit, ...options })
	const plan = video && planVideo(video)
	const sound = audio && (await soundFilters(probed, run))
	if (plan?.isCopy) plan.isCopy = await decodesWithoutErrors(probed, run)
	const path = join(folder, `${randomUUID()}${video ? '.mp4' : '.m4a'}`)
	const args = [
		...['-v', 'error', '-nostdin', '-nostats', '-stats_period', '0.5', '-progress', 'pipe:1'],
		...[...decoderLimits, ...inputArguments(probed)],
		...(video && plan ? ['-map', `0:${video.index}`, ...videoArguments(video, plan, ffmpeg.hasToneMapping)] : []),
		...(audio && sound ? ['-map', `0:${audio.index}`, ...soundArguments(probed, sound)] : []),
		...withoutMetadata,
		// The last frame of a variable rate may be repeated beyond the end.
		...(plan?.isCopy ? [] : ['-t', seconds.toFixed(3)]),
		...['-movflags', '+faststart', '-f', video ? 'mp4' : 'ipod', `file:${path}`],
	]
	try {
		await run({ args, onOutput: progressReader(seconds, onProgress), maxFileBytes: maxBytes(seconds) })
		return path
	} catch (error) {
		await rm(path, { force: true })
		throw toRejection(error)
	}
}

type Run = (options: Pick<ToolRun, 'args' | 'onOutput'>) => Promise<{ log: string }>

/** Measures the loudness, which is the first of two passes. */
async function soundFilters(probed: ProbedRecording, run: Run): Promise<string[]> {
	const layout = `aformat=channel_layouts=${channelsOf(probed) === 1 ? 'mono' : 'stereo'}`
	const filters = [steadySound, layout]
	const { log } = await run({
		args: [
			...['-v', 'info', '-nostdin', '-nostats', ...decoderLimits, ...inputArguments(probed)],
			...['-map', `0:${probed.audio?.index}`, '-af', [...filters, measureFilter].join(','), '-f', 'null', '-'],
		],
	}).catch((error) => {
		throw toRejection(error)
	})
	const loudness = parseLoudness(log)
	// `loudnorm` may change the rate.
	return loudness ? [...filters, evenLoudness(loudness), `aresample=${sampleRate}`] : filters
}

/** A picture that is not encoded again must be sound: browsers of visitors would decode it. */
async function decodesWithoutErrors(probed: ProbedRecording, run: Run): Promise<boolean> {
	const args = [
		...['-v', 'error', '-nostdin', '-nostats', '-xerror', '-err_detect', 'explode', ...decoderLimits],
		...[...inputArguments(probed), '-map', `0:${probed.video?.index}`, '-f', 'null', '-'],
	]
	return run({ args }).then(
		({ log }) => log === '',
		(error) => {
			const rejection = toRejection(error)
			if (rejection instanceof Error && 'problem' in rejection && rejection.problem === 'unreadable') return false
			throw rejection
		},
	)
}

/** A voice that was recorded in mono stays mono, unless it accompanies a picture. */
const channelsOf = ({ video, audio }: ProbedRecording) => (!video && audio?.channels === 1 ? 1 : 2)

function soundArguments(probed: ProbedRecording, filters: string[]): string[] {
	const rate = probed.video ? '128k' : '96k'
	return [
		'-af',
		filters.join(','),
		'-c:a',
		'aac',
		'-b:a',
		rate,
		'-ac',
		String(channelsOf(probed)),
		'-ar',
		`${sampleRate}`,
	]
}

/** Twice what the bit rates allow. */
const maxBytes = (seconds: number) => Math.ceil(((seconds + 10) * 2 * (maxVideoBitRate + 128_000)) / 8)

/** Reads the time of the last written frame from ffmpeg's progress. */
function progressReader(seconds: number, onProgress: (part: number) => void) {
	return (chunk: Buffer) => {
		const [, microseconds] = /.*out_time_us=(\d+)/s.exec(chunk.toString('latin1')) ?? []
		if (microseconds) onProgress(Math.min(1, Number(microseconds) / 1_000_000 / Math.max(seconds, 0.001)))
	}
}
