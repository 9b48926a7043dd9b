import { expect, test } from 'vitest'
import { frameTimes, isCut, moveEnd, moveStart } from './selection.ts'

const whole = { from: 0, to: 20 }

test('the start stays between the beginning and a second before the end', () => {
	expect(moveStart(whole, 8.04)).toEqual({ from: 8, to: 20 })
	expect(moveStart(whole, -1)).toEqual(whole)
	expect(moveStart(whole, 30)).toEqual({ from: 19, to: 20 })
})

test('the end stays between a second after the start and the length', () => {
	const part = { from: 5, to: 20 }
	expect(moveEnd(part, 12.5, 20)).toEqual({ from: 5, to: 12.5 })
	expect(moveEnd(part, 3, 20)).toEqual({ from: 5, to: 6 })
	expect(moveEnd(part, 99, 20)).toEqual(part)
})

test('without an encoder the start moves to the next key frame in the direction of the move', () => {
	const keyFrames = [0, 2.5, 5, 7.5]
	const later = moveStart(whole, 0.5, keyFrames)
	expect(later).toEqual({ from: 2.5, to: 20 })
	expect(moveStart(later, 3, keyFrames)).toEqual({ from: 5, to: 20 })
	expect(moveStart(later, 2, keyFrames)).toEqual(whole)
	expect(moveStart({ from: 7.5, to: 20 }, 8, keyFrames)).toEqual({ from: 7.5, to: 20 })
	expect(moveStart({ from: 0, to: 3 }, 2.4, keyFrames)).toEqual({ from: 0, to: 3 })
})

test('a part that leaves out nothing is not cut', () => {
	expect(isCut(whole, 20)).toBe(false)
	expect(isCut({ from: 0, to: 19.96 }, 20)).toBe(false)
	expect(isCut({ from: 0.1, to: 20 }, 20)).toBe(true)
	expect(isCut({ from: 0, to: 19.5 }, 20)).toBe(true)
})

test('frames are spread over the part that stays', () => {
	expect(frameTimes({ from: 10, to: 20 }, 5)).toEqual([11, 13, 15, 17, 19])
})
