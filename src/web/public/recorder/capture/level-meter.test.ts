import { expect, test } from 'vitest'
import { loudness } from './level-meter.ts'

const tone = (amplitude: number) => Float32Array.from({ length: 1024 }, (_, n) => amplitude * Math.sin(n / 4))

test('silence is 0, a whisper little, a voice in the middle, shouting at most 1', () => {
	expect(loudness(new Float32Array(1024))).toBe(0)
	const [whisper = 0, voice = 0, shout = 0] = [0.005, 0.1, 1].map((amplitude) => loudness(tone(amplitude)))
	expect(whisper).toBeGreaterThan(0)
	expect(whisper).toBeLessThan(0.3)
	expect(voice).toBeGreaterThan(0.5)
	expect(voice).toBeLessThan(0.8)
	expect(shout).toBe(1)
})
