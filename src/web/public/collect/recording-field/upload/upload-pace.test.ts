import { expect, test } from 'vitest'
import { createEstimate, firstPartBytes, nextPartBytes, retryDelay, smallerPart } from './upload-pace.ts'
import { consequenceOf } from './upload-status.ts'

const MiB = 1024 * 1024

test('parts grow on a fast connection and shrink on a slow one, within limits', () => {
	expect(nextPartBytes(firstPartBytes, 1)).toBe(12 * MiB)
	expect(nextPartBytes(firstPartBytes, 10)).toBe(firstPartBytes)
	expect(nextPartBytes(firstPartBytes, 60)).toBe(3 * MiB)
	expect(nextPartBytes(48 * MiB, 0.1)).toBe(48 * MiB)
	expect(nextPartBytes(MiB, 300)).toBe(MiB)
})

test('parts become smaller than one that a proxy refused, and stay so on a fast connection', () => {
	expect(smallerPart(firstPartBytes)).toBe(900 * 1024)
	expect(smallerPart(MiB)).toBe(900 * 1024)
	expect(smallerPart(900 * 1024)).toBe(256 * 1024)
	expect(smallerPart(256 * 1024)).toBe(64 * 1024)
	expect(smallerPart(64 * 1024)).toBeUndefined()
	expect(nextPartBytes(900 * 1024, 0.1, 900 * 1024)).toBe(900 * 1024)
	expect(nextPartBytes(256 * 1024, 60, 256 * 1024)).toBe(256 * 1024)
	expect(consequenceOf(413, 'send', firstPartBytes)).toEqual({ kind: 'shrink', bytes: 900 * 1024 })
	expect(consequenceOf(413, 'send', 50_000)).toEqual({ kind: 'fail', problem: 'siteLimit' })
})

test('tries get further apart, up to a minute, and never together', () => {
	expect(retryDelay(0, 0)).toBe(500)
	expect(retryDelay(0, 1)).toBe(1000)
	expect(retryDelay(3, 0.5)).toBe(6000)
	expect(retryDelay(30, 1)).toBe(60_000)
})

test('the seconds left follow the rate of the last ten seconds', () => {
	const estimate = createEstimate(100 * MiB)
	expect(estimate(0, 0)).toBeNull()
	expect(estimate(MiB, 1000)).toBeNull()
	expect(estimate(10 * MiB, 2000)).toBe(18)
	expect(estimate(11 * MiB, 9000)).toBe(73)
	// The bytes that were sent before a pause no longer count.
	expect(estimate(50 * MiB, 40_000)).toBeNull()
	expect(estimate(60 * MiB, 42_000)).toBe(8)
})

test('an error leads to another try, to a new upload or to the end', () => {
	for (const status of [null, 408, 409, 423, 500, 502, 503]) {
		expect(consequenceOf(status, 'send'), `${status}`).toEqual({ kind: 'retry', reason: 'retrying' })
		expect(consequenceOf(status, 'open'), `${status}`).toEqual({ kind: 'retry', reason: 'retrying' })
	}
	expect(consequenceOf(429, 'open')).toEqual({ kind: 'retry', reason: 'throttled' })
	for (const status of [400, 401, 403, 404, 410])
		expect(consequenceOf(status, 'send'), `${status}`).toEqual({ kind: 'renew' })
	expect(consequenceOf(404, 'open')).toEqual({ kind: 'fail', problem: 'closed' })
	expect(consequenceOf(422, 'open')).toEqual({ kind: 'fail', problem: 'refused' })
	expect(consequenceOf(413, 'send')).toEqual({ kind: 'fail', problem: 'tooLarge' })
	expect(consequenceOf(507, 'send')).toEqual({ kind: 'fail', problem: 'full' })
})
