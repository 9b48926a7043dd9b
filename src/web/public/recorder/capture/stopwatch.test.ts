import { expect, test } from 'vitest'
import { createStopwatch } from './stopwatch.ts'

test('pauses are not counted, and starting twice counts once', () => {
	let now = 5000
	const watch = createStopwatch(() => now)
	expect(watch.seconds()).toBe(0)
	watch.start()
	now += 2000
	watch.start()
	now += 1000
	watch.pause()
	now += 60_000
	expect(watch.seconds()).toBe(3)
	watch.pause()
	watch.start()
	now += 500
	expect(watch.seconds()).toBe(3.5)
})
