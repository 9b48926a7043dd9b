import { execFile } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { promisify } from 'node:util'
import type { ProcessedRecording } from '#platform/media/recordings/processed-recording.ts'
import type { RecordingProcessor } from '#platform/media/recordings/recording-processor.ts'
import { RecordingRejected } from '#platform/media/recordings/recording-rejected.ts'
import { boxesOf } from './boxes.ts'
import { type Films, marker, type RecordingCase, type Shown } from './case.ts'

const run = promisify(execFile)
/** Difference of duration that is neither heard nor seen, in seconds. */
const tolerance = 0.1
/** Tags of every MP4. */
const ordinaryTags = [
	'major_brand',
	'minor_version',
	'compatible_brands',
	'language',
	'handler_name',
	'vendor_id',
	'encoder',
]

/** Result of one file. `wrong` lists deviations from the expected result. */
export type RecordingResult = { name: string; got: string; milliseconds: number; wrong: string[] }
export type Target = { processor: RecordingProcessor; films: Films; folder: string; canary: string }

/** Processes one file of the corpus and looks at what came out. */
export async function tryRecording(target: Target, one: RecordingCase, number: number): Promise<RecordingResult> {
	const { processor, films, folder, canary } = target
	await mkdir(folder, { recursive: true })
	const file = join(folder, `case-${number}`)
	const bytes = await one.bytes(films, canary)
	await writeFile(file, bytes)
	const started = performance.now()
	const result = await processor
		.processRecording({ file, kind: one.kind, maxSeconds: one.maxSeconds ?? 10 })
		.catch((error) => (error instanceof RecordingRejected ? error : Promise.reject(error)))
	const milliseconds = Math.round(performance.now() - started)
	const got = result instanceof RecordingRejected ? result.problem : 'shown'
	const wrong: string[] = []
	if (!(await readFile(file)).equals(bytes)) wrong.push('the received file was changed')
	await rm(file)
	if (result instanceof RecordingRejected) {
		if (one.expected !== got) wrong.push(result.message)
	} else {
		if (typeof one.expected === 'string') wrong.push(`shown instead of ${one.expected}`)
		else wrong.push(...(await lookAt(result, one.kind, one.expected)))
		await result.remove()
	}
	return { name: one.name, got, milliseconds, wrong }
}

type Probe = {
	streams: (Record<string, unknown> & {
		codec_type: string
		tags?: { encoder?: string }
		side_data_list?: { rotation?: number }[]
	})[]
	chapters: unknown[]
	format: { duration: string; tags?: object }
}

/** The shown file as ffprobe and its boxes describe it. */
async function lookAt(result: ProcessedRecording, kind: 'video' | 'audio', shown: Shown): Promise<string[]> {
	const wrong: string[] = []
	const equal = (what: string, got: unknown, wanted: unknown) => {
		if (wanted !== undefined && got !== wanted) wrong.push(`${what} ${got} instead of ${wanted}`)
	}
	const options = ['-v', 'error', '-show_streams', '-show_format', '-show_chapters', '-of', 'json', result.shown]
	const { streams, chapters, format } = JSON.parse((await run('ffprobe', options)).stdout) as Probe
	const bytes = await readFile(result.shown)
	const boxes = boxesOf(bytes).map(({ type }) => type)
	if (boxes.indexOf('moov') < 0 || boxes.indexOf('moov') > boxes.indexOf('mdat')) wrong.push(`boxes ${boxes.join()}`)
	if (bytes.includes(marker) || bytes.includes('root:')) wrong.push('a foreign text was kept')
	const tags = [format.tags, ...streams.map((one) => one.tags)].flatMap((one) => Object.keys(one ?? {}))
	equal('tags', tags.filter((tag) => !ordinaryTags.includes(tag)).join(), '')
	// Without a version: the name of the codec.
	for (const { tags } of streams) if (tags?.encoder) equal('encoder', tags.encoder, 'Lavc libx264')
	equal('chapters', chapters.length, 0)
	for (const seconds of [result.seconds, Number(format.duration)])
		if (Math.abs(seconds - shown.seconds) > tolerance) wrong.push(`${seconds} s instead of ${shown.seconds}`)
	const [video, ...videos] = streams.filter(({ codec_type }) => codec_type === 'video')
	const [audio, ...others] = streams.filter(({ codec_type }) => codec_type !== 'video')
	equal('further streams', videos.length + others.length, 0)
	equal('channels', audio?.channels ?? 0, shown.channels)
	if (audio) equal('sound', `${audio.codec_name} ${audio.sample_rate}`, 'aac 48000')
	if (kind === 'audio') return [...wrong, ...lookAtAudio(result, video)]
	equal('picture', `${video?.codec_name} ${video?.pix_fmt} ${video?.sample_aspect_ratio ?? '1:1'}`, 'h264 yuv420p 1:1')
	equal('fields', video?.field_order ?? 'progressive', 'progressive')
	equal('rotation', video?.side_data_list?.[0]?.rotation ?? 0, 0)
	equal('width', video?.width, shown.width)
	equal('height', video?.height, shown.height)
	if (shown.fps) equal('frames a second', video?.r_frame_rate, `${shown.fps}/1`)
	equal('size', `${result.width}×${result.height}`, `${video?.width}×${video?.height}`)
	equal('color', video?.color_transfer ?? 'bt709', 'bt709')
	equal('type', result.mime, 'video/mp4')
	const poster = result.poster && (await readFile(result.poster.path))
	equal('poster', poster?.toString('latin1', 8, 12), 'WEBP')
	equal('peaks', result.peaks, null)
	return wrong
}

function lookAtAudio({ mime, peaks, poster }: ProcessedRecording, video: unknown): string[] {
	const areGood = peaks?.length === 100 && peaks.every((one) => Number.isInteger(one) && one >= 0 && one <= 100)
	return [
		...(video ? ['there is a picture'] : []),
		...(mime === 'audio/mp4' ? [] : [mime]),
		...(areGood ? [] : [`peaks ${peaks}`]),
		...(poster ? ['there is a poster'] : []),
	]
}
