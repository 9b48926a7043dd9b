import { describe, expect, it } from 'vitest'
import { parseDate } from '#product/imports/values/parse-date.ts'
import { monthLanguages, monthNamed, monthNames } from './month-names.ts'

const options = { order: 'dmy', zone: 'UTC', now: Date.UTC(2026, 10, 24) } as const

describe.each(monthLanguages)('the language %s', (language) => {
	it('has one month for each of its names', () => {
		for (const [index, names] of monthNames(language).entries())
			for (const name of names)
				if (/^\p{L}{2,}$/u.test(name)) expect([name, monthNamed(name)]).toEqual([name, index + 1])
	})

	it('has dates that are read as its browsers write them', () => {
		for (const dateStyle of ['long', 'full'] as const) {
			const format = new Intl.DateTimeFormat(language, { dateStyle, timeZone: 'UTC' })
			for (let month = 0; month < 12; month++) {
				const at = Date.UTC(2024, month, 5, 12)
				const text = format.format(at)
				expect([text, parseDate(text, options)]).toEqual([text, { at: new Date(at), isDay: true, hasZone: false }])
			}
		}
	})
})

it('names in capitals, with dots and without accents are known', () => {
	const names = ['sept', 'maerz', 'mrz', 'aout', 'fevrier', 'pazdziernika', 'marco']
	expect(names.map(monthNamed)).toEqual([9, 3, 3, 8, 2, 10, 3])
	expect(['', 'x', 'monday', 'constructor', 'marchx'].map(monthNamed)).toEqual(Array(5).fill(undefined))
})
