/** Reads the loudness of a stream. */
export type LevelMeter = { read: () => number; close: () => void }

/** A meter whose `read` answers 0 for silence to 1 for the loudest voice. */
export function createLevelMeter(stream: MediaStream): LevelMeter {
	const context = new AudioContext()
	const analyser = context.createAnalyser()
	analyser.fftSize = 1024
	const samples = new Float32Array(analyser.fftSize)
	context.createMediaStreamSource(stream).connect(analyser)
	return {
		read: () => {
			// iOS starts a context only after a touch, and stops it after a call.
			if (context.state !== 'running') void context.resume().catch(() => undefined)
			analyser.getFloatTimeDomainData(samples)
			return loudness(samples)
		},
		close: () => void context.close().catch(() => undefined),
	}
}

/** Root mean square of samples from -1 to 1 on a scale of decibels: -60 dB is 0, -6 dB is 1. */
export function loudness(samples: Float32Array): number {
	let sum = 0
	for (const sample of samples) sum += sample * sample
	const decibels = 10 * Math.log10(sum / samples.length || Number.MIN_VALUE)
	return Math.min(1, Math.max(0, (decibels + 60) / 54))
}
