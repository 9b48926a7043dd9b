import { open } from 'node:fs/promises'
import type { Ffmpeg } from '#platform/media/recordings/ffmpeg/find-ffmpeg.ts'
import {
	type InputFile,
	inputArguments,
	maxPixels,
	maxStreams,
} from '#platform/media/recordings/ffmpeg/input-arguments.ts'
import { toRejection } from '#platform/media/recordings/ffmpeg/reject-failed-run.ts'
import { runTool } from '#platform/media/recordings/ffmpeg/run-tool.ts'
import { RecordingRejected } from '#platform/media/recordings/recording-rejected.ts'
import { type Container, containerHeadLength, sniffContainer } from '#platform/media/recordings/sniff-container.ts'
import { PacketTimes, packetEntries, type StreamTimes } from './packet-times.ts'
import { type AudioStream, parseStreams, streamEntries, type VideoStream } from './read-streams.ts'

const maxSide = 8192
const probeSeconds = 30
/** Recorders stop a little late. */
export const secondsTolerance = 2

/** The contents of a recording, checked against the limits. */
export type ProbedRecording = InputFile & {
	video: (VideoStream & { times: StreamTimes }) | undefined
	audio: (AudioStream & { times: StreamTimes }) | undefined
	/** Duration of what is used, from the first to the last moment of sound or picture. */
	seconds: number
}

export type ProbeOptions = {
	file: string
	kind: 'video' | 'audio'
	/** Longest recording, in seconds; a tolerance is added. */
	maxSeconds: number
	folder: string
	signal: AbortSignal | undefined
}

/** Container of a file by its first bytes. @throws RecordingRejected `unreadable` */
export async function sniffFile(file: string): Promise<Container> {
	const handle = await open(file)
	try {
		const { buffer, bytesRead } = await handle.read(Buffer.alloc(containerHeadLength), 0, containerHeadLength, 0)
		const container = sniffContainer(buffer.subarray(0, bytesRead))
		if (!container) throw new RecordingRejected('unreadable', 'the first bytes are not those of a video or audio file')
		return container
	} finally {
		await handle.close()
	}
}

/**
 * Reads the streams and measures them packet by packet.
 * @throws RecordingRejected for what is unreadable, missing or beyond a limit
 */
export async function probeRecording(ffmpeg: Ffmpeg, options: ProbeOptions): Promise<ProbedRecording> {
	const { file, kind, maxSeconds, folder, signal } = options
	const input = { file, container: await sniffFile(file) }
	const run = (entries: string, format: string, onOutput?: (chunk: Buffer) => void) =>
		runTool(ffmpeg, 'ffprobe', {
			args: ['-v', 'error', '-show_entries', entries, '-of', format, ...inputArguments(input)],
			seconds: probeSeconds,
			folder,
			signal,
			...(onOutput ? { onOutput } : {}),
		}).catch((error) => {
			throw toRejection(error)
		})
	const { output, log } = await run(streamEntries, 'json')
	const streams = parseStreams(output.toString())
	// Some demuxers go on without the streams beyond the limit.
	if (streams.count >= maxStreams && log.includes('max_streams'))
		throw new RecordingRejected('too_many_streams', `more than ${maxStreams}`)
	if (streams.count === 0) throw new RecordingRejected('unreadable', 'there are no streams')
	const audio = streams.audio
	const video = kind === 'video' ? streams.video : undefined
	if (kind === 'video' && !video) throw new RecordingRejected('no_video', 'there is no video stream')
	if (kind === 'audio' && !audio) throw new RecordingRejected('no_audio', 'there is no audio stream')
	if (video) checkPicture(video)
	const indexes = [video, audio].flatMap((stream) => (stream ? [stream.index] : []))
	const times = new PacketTimes(indexes, maxSeconds + secondsTolerance)
	await run(packetEntries, 'csv=p=0', (chunk) => times.add(chunk))
	return { ...input, ...measured(kind, video, audio, times) }
}

function checkPicture({ width, height }: VideoStream): void {
	if (width === 0 || height === 0) throw new RecordingRejected('unreadable', 'the picture has no size')
	if (width > maxSide || height > maxSide || width * height > maxPixels)
		throw new RecordingRejected('too_large_picture', `${width}×${height}`)
}

function measured(
	kind: 'video' | 'audio',
	video: VideoStream | undefined,
	audio: AudioStream | undefined,
	times: PacketTimes,
): Pick<ProbedRecording, 'video' | 'audio' | 'seconds'> {
	const [videoTimes, audioTimes] = [times.of(video?.index), times.of(audio?.index)]
	if (kind === 'video' && !videoTimes) throw new RecordingRejected('unreadable', 'the video stream is empty')
	if (kind === 'audio' && !audioTimes) throw new RecordingRejected('unreadable', 'the audio stream is empty')
	const used = [videoTimes, audioTimes].flatMap((times) => (times ? [times] : []))
	const seconds = Math.max(...used.map(({ end }) => end)) - Math.min(...used.map(({ start }) => start))
	return {
		video: video && videoTimes ? { ...video, times: videoTimes } : undefined,
		audio: audio && audioTimes ? { ...audio, times: audioTimes } : undefined,
		seconds,
	}
}
