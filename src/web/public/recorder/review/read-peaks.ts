import { loudness } from '#web/public/recorder/capture/level-meter.ts'
import { waveBars } from '#web/public/recorder/screens/wave.tsx'

/** Low enough for ten minutes in 20 MB of samples. */
const sampleRate = 8000

/** The loudness of a recording in 64 parts, 0 to 1. */
export async function readPeaks(recording: Blob): Promise<number[]> {
	const context = new OfflineAudioContext(1, 1, sampleRate)
	const samples = (await context.decodeAudioData(await recording.arrayBuffer())).getChannelData(0)
	const each = Math.ceil(samples.length / waveBars)
	return Array.from({ length: waveBars }, (_, index) => loudness(samples.subarray(index * each, (index + 1) * each)))
}
