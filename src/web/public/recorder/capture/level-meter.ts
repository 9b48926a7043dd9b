/** Reads the loudness of a stream. */
export type LevelMeter = { read: () => number | undefined; close: () => void }

/**
 * A meter whose `read` answers 0 for silence to 1 for the loudest voice, and undefined while it does not run. There is none where
 * the browser refuses one, as Firefox may for a microphone with a sample rate of its own.
 */
export function createLevelMeter(stream: MediaStream): LevelMeter | undefined {
	const context = new AudioContext()
	const close = () => void context.close().catch(() => undefined)
	try {
		const analyser = context.createAnalyser()
		analyser.fftSize = 1024
		const samples = new Float32Array(analyser.fftSize)
		context.createMediaStreamSource(stream).connect(analyser)
		const read = () => {
			// iOS starts a context only after a touch, and stops it after a call.
			if (context.state !== 'running') return void context.resume().catch(() => undefined)
			analyser.getFloatTimeDomainData(samples)
			return loudness(samples)
		}
		return { read, close }
	} catch {
		close()
	}
}

/** Root mean square of samples from -1 to 1 on a scale of decibels: -60 dB is 0, -6 dB is 1. */
export function loudness(samples: Float32Array): number {
	let sum = 0
	for (const sample of samples) sum += sample * sample
	const decibels = 10 * Math.log10(sum / samples.length || Number.MIN_VALUE)
	return Math.min(1, Math.max(0, (decibels + 60) / 54))
}
