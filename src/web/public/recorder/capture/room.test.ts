import { expect, test } from 'vitest'
import { judgeRoom } from './room.ts'

test('there is enough room when the recording and a trimmed copy of it fit', () => {
	expect(judgeRoom(50, 100, 0)).toEqual({ state: 'enough' })
	expect(judgeRoom(50, 200, 101)).toEqual({ state: 'little', free: 99, needed: 100 })
})

test('a browser that does not tell its quota is believed to have room', () => {
	expect(judgeRoom(50)).toEqual({ state: 'enough' })
})

test('more use than quota is no room, not less than none', () => {
	expect(judgeRoom(50, 100, 120)).toEqual({ state: 'little', free: 0, needed: 100 })
})
