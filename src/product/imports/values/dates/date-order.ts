import type { DateOrder } from '#shared/import/import-api.ts'
import { findNumericDay, type NumericDay } from './calendar-day.ts'
import { cutTime } from './clock-time.ts'
import { plainDate } from './plain-date.ts'
import { separateParts } from './plain-number-date.ts'

/** Most dates of numbers are written so; others are looked at more closely where they have its shape somewhere. */
const usual = /^\s*(\d{1,4})([./-])(\d{1,2})\2\d{1,4}(?=$|[T ,])/
const shape = /\p{Nd}\P{L}{0,3}[./\-．／－]\P{L}{0,3}\p{Nd}\P{L}{0,4}[./\-．／－]\P{L}{0,3}\p{Nd}/u

/** Counts what the dates of a column say about their order. */
export function createOrderDetector() {
	const counts = { dmy: 0, mdy: 0, ymd: 0, dots: 0, slashes: 0, hyphens: 0 }
	return {
		note(text: string): void {
			const [, first = '', separator = '', middle = ''] = usual.exec(text) ?? []
			const found = first === '' ? findIn(text) : { first, separator, middle }
			if (!found) return
			const [a, b] = [Number(found.first), Number(found.middle)]
			if (found.first.length > 2 || a > 31) counts.ymd++
			else if (a > 12) counts.dmy++
			else if (b > 12) counts.mdy++
			else if (found.separator === '/') counts.slashes++
			else if (found.separator === '-') counts.hyphens++
			else counts.dots++
		},
		/** @param isEnglish whether numbers between slashes begin with the month where nothing else tells */
		decide(isEnglish: boolean): { order: DateOrder; isCertain: boolean } {
			const { dmy, mdy, ymd, dots, slashes, hyphens } = counts
			if (dmy > 0 || mdy > 0) return { order: dmy >= mdy ? 'dmy' : 'mdy', isCertain: dmy === 0 || mdy === 0 }
			if (slashes > 0) return { order: isEnglish ? 'mdy' : 'dmy', isCertain: false }
			if (hyphens > 0) return { order: 'dmy', isCertain: false }
			return { order: ymd > 0 && dots === 0 ? 'ymd' : 'dmy', isCertain: true }
		},
	}
}

function findIn(text: string): Pick<NumericDay, 'first' | 'separator' | 'middle'> | undefined {
	const plain = shape.test(text.slice(0, 200)) ? plainDate(text) : undefined
	if (plain === undefined) return undefined
	const separated = separateParts(plain)
	return findNumericDay(cutTime(separated)?.rest ?? separated)
}
