import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Ffmpeg } from './ffmpeg/find-ffmpeg.ts'
import { decoderLimits, inputArguments } from './ffmpeg/input-arguments.ts'
import { toRejection } from './ffmpeg/reject-failed-run.ts'
import { runTool } from './ffmpeg/run-tool.ts'
import { probeRecording } from './probe/probe-recording.ts'

const sampleRate = 16_000
const timeLimit = 120
const maxSeconds = 4 * 3600
const MiB = 1024 * 1024

/** Writes the sound as WAV, mono with 16 kHz, as programs that transcribe expect it. @returns its path @throws RecordingRejected */
export async function extractSpeech(
	ffmpeg: Ffmpeg,
	file: string,
	{ folder, signal }: { folder: string; signal: AbortSignal | undefined },
): Promise<string> {
	const probed = await probeRecording(ffmpeg, { file, kind: 'audio', maxSeconds, folder, signal })
	const path = join(folder, `${randomUUID()}.wav`)
	const args = [
		...['-v', 'error', '-nostdin', '-nostats', ...decoderLimits, ...inputArguments(probed)],
		...['-map', `0:${probed.audio?.index}`],
		...['-map_metadata', '-1', '-fflags', '+bitexact', '-ac', '1', '-ar', String(sampleRate)],
		...['-c:a', 'pcm_s16le', '-f', 'wav', `file:${path}`],
	]
	try {
		await runTool(ffmpeg, 'ffmpeg', { args, seconds: timeLimit, folder, signal, maxFileBytes: 512 * MiB })
		return path
	} catch (error) {
		await rm(path, { force: true })
		throw toRejection(error)
	}
}
