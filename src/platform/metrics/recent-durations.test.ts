import { expect, it } from 'vitest'
import { bucketOf, createRecentDurations } from './recent-durations.ts'

const minute = 60_000

it('recent durations give the middle and the slowest hundredth of the answers', () => {
	const recent = createRecentDurations(() => 0)
	expect(recent.read()).toBe(undefined)
	for (let n = 0; n < 98; n++) recent.add(bucketOf(0.008))
	for (let n = 0; n < 2; n++) recent.add(bucketOf(0.2))
	const { answers, median, percentile99 } = recent.read() ?? {}
	expect(answers).toBe(100)
	expect(median).toBeGreaterThan(0.005)
	expect(median).toBeLessThan(0.01)
	expect(percentile99).toBeGreaterThan(0.1)
	expect(percentile99).toBeLessThan(0.25)
})

it('recent durations forget what is older than an hour, and say since when they count', () => {
	let now = 0
	const recent = createRecentDurations(() => now)
	recent.add(bucketOf(4))
	now = 50 * minute
	recent.add(bucketOf(0.002))
	expect(recent.read()).toMatchObject({ since: new Date(0), answers: 2 })
	now = 70 * minute
	expect(recent.read()).toMatchObject({ since: new Date(15 * minute), answers: 1 })
	now = 200 * minute
	expect(recent.read()).toBe(undefined)
})

it('an answer that took longer than the largest bound counts as that bound', () => {
	const recent = createRecentDurations(() => 0)
	recent.add(bucketOf(60))
	expect(recent.read()).toMatchObject({ median: 10, percentile99: 10 })
})
