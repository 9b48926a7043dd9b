import type { DateOrder } from '#shared/import/import-api.ts'
import { findNumericDay } from './calendar-day.ts'
import { cutTime } from './clock-time.ts'
import { plainDate } from './plain-date.ts'
import { separateParts } from './plain-number-date.ts'

/** Counts what the dates of a column say about their order. */
export function createOrderDetector() {
	const counts = { dmy: 0, mdy: 0, ymd: 0, dots: 0, slashes: 0, hyphens: 0 }
	return {
		note(text: string): void {
			const plain = plainDate(text)
			if (plain === undefined) return
			const separated = separateParts(plain)
			const found = findNumericDay(cutTime(separated)?.rest ?? separated)
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
