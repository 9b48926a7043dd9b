import { describe, expect, it } from 'vitest'
import { clearBottom } from './toast-clearance.ts'

const toasts = { left: 900, right: 1256, height: 76 }
const screen = { height: 800, usual: 16 }
const box = (top: number, bottom: number, left = 0, right = 1280) => ({ top, bottom, left, right })

describe('where toasts stand', () => {
	it('is their usual place when nothing is there', () => {
		expect(clearBottom([], toasts, screen)).toBe(16)
		expect(clearBottom([box(0, 60), box(700, 800, 0, 890)], toasts, screen)).toBe(16)
	})

	it('is above a bar at the bottom', () => {
		expect(clearBottom([box(740, 800)], toasts, screen)).toBe(68)
	})

	it('is above several bars on top of each other, in any order', () => {
		const bars = [box(600, 740), box(740, 800)]
		expect(clearBottom(bars, toasts, screen)).toBe(208)
		expect(clearBottom(bars.reverse(), toasts, screen)).toBe(208)
	})

	it('is between two bars that leave room enough', () => {
		expect(clearBottom([box(740, 800), box(500, 560)], toasts, screen)).toBe(68)
	})

	it('is above buttons that end a little above the usual place', () => {
		expect(clearBottom([box(690, 730)], toasts, screen)).toBe(118)
	})

	it('is the top of the screen when all of it is taken', () => {
		expect(clearBottom([box(0, 800)], toasts, screen)).toBe(716)
	})
})
