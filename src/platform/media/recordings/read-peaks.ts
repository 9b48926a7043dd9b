import type { Ffmpeg } from './ffmpeg/find-ffmpeg.ts'
import { decoderLimits, type InputFile, inputArguments } from './ffmpeg/input-arguments.ts'
import { toRejection } from './ffmpeg/reject-failed-run.ts'
import { runTool } from './ffmpeg/run-tool.ts'

const bars = 100
const sampleRate = 8000
/** Samples of one stretch; a recording of two minutes has twelve thousand stretches. */
const stretch = 80
const timeLimit = 60
/** Loudest sample, of 32,768, below which a recording counts as silent. */
const silence = 200

/** Reads a waveform: 100 peaks from 0 to 100, of which the highest is 100. @throws RecordingRejected */
export async function readPeaks(
	ffmpeg: Ffmpeg,
	input: InputFile,
	{ folder, signal }: { folder: string; signal: AbortSignal | undefined },
): Promise<number[]> {
	const stretches = new LoudestSamples()
	const args = [
		...['-v', 'error', '-nostdin', '-nostats', ...decoderLimits, ...inputArguments(input)],
		...['-map', '0:a:0', '-ac', '1', '-ar', String(sampleRate), '-c:a', 'pcm_s16le', '-f', 's16le', 'pipe:1'],
	]
	await runTool(ffmpeg, 'ffmpeg', {
		args,
		seconds: timeLimit,
		folder,
		signal,
		onOutput: (chunk) => stretches.add(chunk),
	}).catch((error) => {
		throw toRejection(error)
	})
	return toBars(stretches.values)
}

/** Loudest sample of each stretch, from a stream of 16-bit samples. */
class LoudestSamples {
	readonly values: number[] = []
	#rest = Buffer.alloc(0)
	#count = 0

	add(chunk: Buffer): void {
		const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk
		const whole = bytes.length - (bytes.length % 2)
		for (let at = 0; at < whole; at += 2) {
			const index = Math.floor(this.#count++ / stretch)
			this.values[index] = Math.max(this.values[index] ?? 0, Math.abs(bytes.readInt16LE(at)))
		}
		this.#rest = Buffer.from(bytes.subarray(whole))
	}
}

function toBars(loudest: number[]): number[] {
	const top = loudest.reduce((a, b) => Math.max(a, b), 0)
	return Array.from({ length: bars }, (_, bar) => {
		const from = Math.floor((bar * loudest.length) / bars)
		const to = Math.max(from + 1, Math.floor(((bar + 1) * loudest.length) / bars))
		const peak = loudest.slice(from, to).reduce((a, b) => Math.max(a, b), 0)
		return top < silence ? 0 : Math.round((100 * peak) / top)
	})
}
