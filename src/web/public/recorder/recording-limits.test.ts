import { expect, test } from 'vitest'
import { canTrimToFit, excessSeconds, fittingSeconds, isOverLimit } from './recording-limits.ts'

const MB = 1_048_576
const limits = { maxSeconds: 120, maxBytes: 200 * MB }

test('a recording is over the limit from more than a second beyond the form’s length, and by whole seconds', () => {
	for (const seconds of [0, 1, 119.6, 120, 120.9, 121]) expect(excessSeconds(seconds, 120), `${seconds}`).toBe(0)
	for (const [seconds, over] of [
		[121.1, 1],
		[121.6, 2],
		[151, 31],
		[200, 80],
		[14_400, 14_280],
	] as const)
		expect(excessSeconds(seconds, 120), `${seconds}`).toBe(over)
})

test('a recording with too many bytes fits by the share of its seconds, never beyond the form’s length', () => {
	expect(fittingSeconds({ seconds: 60, bytes: 150 * MB }, limits)).toBe(120)
	expect(fittingSeconds({ seconds: 60, bytes: 300 * MB }, limits)).toBe(38)
	expect(fittingSeconds({ seconds: 600, bytes: 300 * MB }, limits)).toBe(120)
	expect(fittingSeconds({ seconds: 1, bytes: 900 * MB }, limits)).toBe(1)
	expect(isOverLimit({ seconds: 60, bytes: 300 * MB }, limits)).toBe(true)
	expect(isOverLimit({ seconds: 60, bytes: 200 * MB }, limits)).toBe(false)
	expect(isOverLimit({ seconds: 200, bytes: MB }, limits)).toBe(true)
	expect(isOverLimit({ seconds: 0, bytes: 150 * MB }, limits)).toBe(false)
})

test('only a file that plays long enough and finds room on the device is trimmed for its bytes', () => {
	expect(canTrimToFit({ seconds: 60, bytes: 300 * MB }, 200 * MB)).toBe(true)
	expect(canTrimToFit({ seconds: 0, bytes: 300 * MB }, 200 * MB)).toBe(false)
	expect(canTrimToFit({ seconds: 5, bytes: 300 * MB }, 200 * MB)).toBe(false)
	expect(canTrimToFit({ seconds: 3600, bytes: 4000 * MB }, 200 * MB)).toBe(false)
})
