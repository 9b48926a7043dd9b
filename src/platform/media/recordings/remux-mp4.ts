import { randomUUID } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type {
	CustomSource,
	InputAudioTrack,
	InputTrack,
	InputVideoTrack,
	Output,
	StreamTarget,
	StreamTargetChunk,
} from 'mediabunny'
import { secondsTolerance, sniffFile } from './probe/probe-recording.ts'
import type { ProcessedRecording, RecordingRequest } from './processed-recording.ts'
import { RecordingRejected } from './recording-rejected.ts'

const maxPackets = 500_000

/**
 * Copies an MP4 that browsers play (H.264 and AAC) to one whose header comes first, without metadata. For servers
 * without ffmpeg: there is no poster and no waveform.
 * @throws RecordingRejected `no_ffmpeg` for every other file
 */
export async function remuxMp4(request: RecordingRequest, folder: string): Promise<ProcessedRecording> {
	const { file, kind, maxSeconds, signal, onProgress } = request
	if ((await sniffFile(file)) !== 'mov') throw needsFfmpeg('it is not an MP4')
	const media = await import('mediabunny')
	media.Logging.level = media.LogLevel.Silent
	const path = join(folder, `${randomUUID()}${kind === 'video' ? '.mp4' : '.m4a'}`)
	await using source = await open(file)
	await using target = await open(path, 'wx')
	const input = new media.Input({ source: fileSource(media, source), formats: [media.MP4, media.QTFF] })
	const output = new media.Output({
		format: new media.Mp4OutputFormat({ fastStart: 'reserve' }),
		target: fileTarget(media, target),
	})
	try {
		const { video, audio } = await findTracks(input, kind)
		const tracks = [video, audio].filter((track) => track !== null)
		const start = Math.max(0, await input.getFirstTimestamp(tracks))
		const seconds = (await input.computeDuration(tracks)) - start
		if (seconds > maxSeconds + secondsTolerance) throw new RecordingRejected('too_long', `${seconds} s`)
		const copies = []
		for (const track of tracks) copies.push(await addTrack(media, output, track, start))
		await output.start()
		// Both streams advance together, which keeps the memory of the muxer small.
		await Promise.all(copies.map((copy) => copy(signal, (time) => onProgress?.(Math.min(1, time / seconds)))))
		await output.finalize()
		return {
			shown: path,
			mime: kind === 'video' ? 'video/mp4' : 'audio/mp4',
			width: video ? await video.getDisplayWidth() : null,
			height: video ? await video.getDisplayHeight() : null,
			seconds,
			poster: null,
			cover: null,
			peaks: null,
			remove: () => rm(path, { force: true }),
		}
	} catch (error) {
		await output.cancel().catch(() => {})
		await rm(path, { force: true })
		if (error instanceof RecordingRejected || signal?.aborted) throw error
		throw isStorageFull(error) ? new RecordingRejected('storage_full', String(error)) : needsFfmpeg(String(error))
	} finally {
		input.dispose()
	}
}

const needsFfmpeg = (cause: string) => new RecordingRejected('no_ffmpeg', cause)
const isStorageFull = (error: unknown) => ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')

type Media = typeof import('mediabunny')
type Tracks = { video: InputVideoTrack | null; audio: InputAudioTrack | null }

async function findTracks(input: InstanceType<Media['Input']>, kind: 'video' | 'audio'): Promise<Tracks> {
	if ((await input.getTracks()).length === 0) throw new RecordingRejected('unreadable', 'there are no tracks')
	const video = kind === 'video' ? await input.getPrimaryVideoTrack() : null
	const audio = await input.getPrimaryAudioTrack()
	if (kind === 'video' && !video) throw new RecordingRejected('no_video', 'there is no video track')
	if (kind === 'audio' && !audio) throw new RecordingRejected('no_audio', 'there is no audio track')
	if (video && (await video.getCodec()) !== 'avc') throw needsFfmpeg('the picture is not H.264')
	if (audio && (await audio.getCodec()) !== 'aac') throw needsFfmpeg('the sound is not AAC')
	return { video, audio }
}

/** @returns a function that copies the packets of the track */
async function addTrack(media: Media, output: Output, track: InputTrack, start: number) {
	const { packetCount } = await track.computePacketStats()
	if (packetCount === 0 || packetCount > maxPackets) throw needsFfmpeg(`${packetCount} packets`)
	const maximumPacketCount = packetCount
	const add = track.isVideoTrack()
		? await addVideo(media, output, track, maximumPacketCount)
		: await addAudio(media, output, track as InputAudioTrack, maximumPacketCount)
	return async (signal: AbortSignal | undefined, onTime: (time: number) => void) => {
		for await (const packet of new media.EncodedPacketSink(track).packets()) {
			signal?.throwIfAborted()
			const timestamp = packet.timestamp - start
			// Packets before the beginning are left out by the edit list.
			if (timestamp + packet.duration <= 0) continue
			await add.packet(packet.clone({ timestamp: Math.max(0, timestamp) }))
			onTime(timestamp)
		}
		add.close()
	}
}

async function addVideo(media: Media, output: Output, track: InputVideoTrack, maximumPacketCount: number) {
	const decoderConfig = await track.getDecoderConfig()
	const { description } = decoderConfig ?? {}
	if (!decoderConfig || !(description instanceof Uint8Array))
		throw needsFfmpeg('the picture has no decoder configuration')
	const withoutMessages = pictureUnitsFilter(description)
	if (!withoutMessages) throw needsFfmpeg('browsers do not play this profile of H.264')
	const source = new media.EncodedVideoPacketSource('avc')
	output.addVideoTrack(source, { maximumPacketCount, rotation: await track.getRotation() })
	return {
		packet: async (packet: Parameters<typeof source.add>[0]) => {
			const data = withoutMessages(packet.data)
			if (data.length > 0) await source.add(packet.clone({ data }), { decoderConfig })
		},
		close: () => source.close(),
	}
}

async function addAudio(media: Media, output: Output, track: InputAudioTrack, maximumPacketCount: number) {
	const decoderConfig = await track.getDecoderConfig()
	if (!decoderConfig) throw needsFfmpeg('the sound has no decoder configuration')
	const source = new media.EncodedAudioPacketSource('aac')
	output.addAudioTrack(source, { maximumPacketCount })
	return {
		packet: (packet: Parameters<typeof source.add>[0]) => source.add(packet, { decoderConfig }),
		close: () => source.close(),
	}
}

/** Types of units that are pictures or their parameters (ITU-T H.264, table 7-1). Others hold messages, of encoders or hidden ones. */
const pictureUnits = new Set([1, 2, 3, 4, 5, 7, 8])
/** Profiles that browsers play: Baseline, Main and High. */
const playableProfiles = new Set([66, 77, 100])

/**
 * @param description the configuration of the decoder (ISO/IEC 14496-15, AVCDecoderConfigurationRecord)
 * @returns a function that removes other units from a packet; nothing for a profile that browsers do not play
 */
function pictureUnitsFilter(description: Uint8Array): ((packet: Uint8Array) => Uint8Array) | undefined {
	const [, profile = 0, , , sizes = 0] = description
	if (!playableProfiles.has(profile)) return undefined
	const lengthBytes = (sizes & 3) + 1
	return (packet) =>
		Buffer.concat([...unitsOf(Buffer.from(packet.buffer, packet.byteOffset, packet.length), lengthBytes)])
}

function* unitsOf(packet: Buffer, lengthBytes: number): Generator<Buffer> {
	for (let at = 0; at + lengthBytes < packet.length; ) {
		const end = at + lengthBytes + packet.readUIntBE(at, lengthBytes)
		if (end > packet.length) throw new Error('a unit is longer than its packet')
		if (pictureUnits.has((packet[at + lengthBytes] ?? 0) & 0x1f)) yield packet.subarray(at, end)
		at = end
	}
}

/** Reads an open file, which the caller closes. The library's own source leaves that to the garbage collector. */
function fileSource({ CustomSource }: Media, file: FileHandle): CustomSource {
	return new CustomSource({
		getSize: async () => (await file.stat()).size,
		read: async (start, end) => {
			const bytes = new Uint8Array(end - start)
			for (let at = 0; at < bytes.length; ) {
				const { bytesRead } = await file.read(bytes, at, bytes.length - at, start + at)
				if (bytesRead === 0) throw new Error('the file became shorter')
				at += bytesRead
			}
			return bytes
		},
		prefetchProfile: 'fileSystem',
		handleUnhandledError: () => {
			// The file was closed while the library read ahead.
		},
	})
}

/** Writes to an open file, which the caller closes. */
function fileTarget({ StreamTarget }: Media, file: FileHandle): StreamTarget {
	const write = async ({ data, position }: StreamTargetChunk) => {
		for (let at = 0; at < data.byteLength; )
			at += (await file.write(data, at, data.byteLength - at, position + at)).bytesWritten
	}
	return new StreamTarget(new WritableStream({ write }), { chunked: true })
}
