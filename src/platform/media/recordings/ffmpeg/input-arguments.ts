import { availableParallelism } from 'node:os'
import type { Container } from '#platform/media/recordings/sniff-container.ts'

/** Most streams of a file, with covers, subtitles and data. */
export const maxStreams = 16
/** Most pixels of a frame. */
export const maxPixels = 8192 * 4320

/** Decoders of what browsers and phones record, with covers and subtitles. The many others of ffmpeg get no byte. */
const decoders = [
	...['h264', 'hevc', 'vp8', 'vp9', 'libdav1d', 'libaom-av1', 'av1', 'mpeg4', 'h263', 'mjpeg', 'png', 'prores'],
	...['srt', 'subrip', 'ass', 'ssa', 'webvtt', 'mov_text', 'text'],
	...['aac', 'opus', 'vorbis', 'mp3', 'mp3float', 'flac', 'alac', 'amrnb', 'amrwb'],
	...['pcm_s16le', 'pcm_s16be', 'pcm_s24le', 'pcm_s24be', 'pcm_s32le', 'pcm_f32le', 'pcm_u8', 'pcm_mulaw', 'pcm_alaw'],
]

/** Threads of one ffmpeg. More of them would take the processor from requests, and memory for frames. */
export const threads = Math.min(2, availableParallelism())

/** A local file and its container. */
export type InputFile = { file: string; container: Container }

/** Options that name an input: its demuxer is forced, and nothing but this file is opened. */
export function inputArguments({ file, container }: InputFile): string[] {
	return [
		...['-protocol_whitelist', 'file', '-format_whitelist', container],
		...['-codec_whitelist', decoders.join(','), '-max_streams', String(maxStreams)],
		...(container === 'mov' ? ['-enable_drefs', '0', '-use_absolute_path', '0'] : []),
		...['-f', container, '-i', `file:${file}`],
	]
}

/** Options before the input of ffmpeg that limit its decoders. */
export const decoderLimits = ['-threads', String(threads), '-max_pixels', String(maxPixels)]
