import { addMonths, dayAfterKey, today, weeksOf } from './calendar-days.ts'
import { makeElement, makeIcon } from './make-element.ts'
import './calendar.css'

type CalendarOptions = {
	words: { monthBefore: string; monthAfter: string }
	/** The language of the names of days and months. */
	lang: string
	/** Monday as 1 to Sunday as 7. */
	firstWeekday: number
	/** The chosen day; today is shown where there is none. */
	chosen: string | null
	min?: string | undefined
	max?: string | undefined
	onChoose: (day: string) => void
}

/** The next day stands to the left in a page from right to left. */
const mirrored: Record<string, string> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }

/**
 * The days of a month, without React, which would otherwise weigh on the public form. Arrow keys move by days and weeks, Page Up and Page
 * Down by months and, with Shift, by years; Home and End within the week; Enter chooses:
 * https://www.w3.org/WAI/ARIA/apg/patterns/dialog-modal/examples/datepicker-dialog/
 */
export function createCalendar(options: CalendarOptions): { element: HTMLElement; focusDay: () => void } {
	const { words, lang, firstWeekday, chosen, min, max, onChoose } = options
	const formatIn = (style: Intl.DateTimeFormatOptions) => {
		const fixed = { calendar: 'gregory', numberingSystem: 'latn', timeZone: 'UTC' }
		const format = new Intl.DateTimeFormat(lang, { ...style, ...fixed })
		return (day: string) => format.format(Date.parse(day))
	}
	const title = formatIn({ month: 'long', year: 'numeric' })
	const [long, short] = [formatIn({ weekday: 'long' }), formatIn({ weekday: 'short' })]
	const full = formatIn({ dateStyle: 'full' })
	const within = (day: string) => (min && day < min ? min : max && day > max ? max : day)
	let at = within(chosen ?? today())

	const heading = makeElement('b', { ariaLive: 'polite' })
	const table = makeElement('table')
	const turn = (label: string, months: number, path: string) =>
		makeElement('button', { type: 'button', ariaLabel: label, onclick: () => show(addMonths(at, months)) }, [
			makeIcon(path),
		])
	const dayButton = (day: string) => {
		const properties = {
			type: 'button',
			ariaLabel: full(day),
			ariaPressed: String(day === chosen),
			ariaCurrent: day === today() ? 'date' : null,
			tabIndex: day === at ? 0 : -1,
			className: day.slice(0, 7) === at.slice(0, 7) ? '' : 'ui-calendar-other',
			disabled: within(day) !== day,
			onclick: () => onChoose(day),
		} as const
		const button = makeElement('button', properties, [String(Number(day.slice(8)))])
		button.dataset.day = day
		return makeElement('td', {}, [button])
	}
	/** Shows the month of a day. */
	function show(day: string): void {
		at = within(day)
		const weeks = weeksOf(at, firstWeekday)
		const names = (weeks[0] ?? []).map((one) => makeElement('th', { scope: 'col', abbr: long(one) }, [short(one)]))
		heading.textContent = title(at)
		table.replaceChildren(
			makeElement('thead', {}, [makeElement('tr', {}, names)]),
			makeElement(
				'tbody',
				{},
				weeks.map((week) => makeElement('tr', {}, week.map(dayButton))),
			),
		)
	}
	const focusDay = () => table.querySelector<HTMLElement>(`[data-day="${at}"]`)?.focus()
	table.onkeydown = (event) => {
		const key = (table.matches(':dir(rtl)') && mirrored[event.key]) || event.key
		const isYear = event.shiftKey && key.startsWith('Page')
		const next = isYear ? addMonths(at, key === 'PageUp' ? -12 : 12) : dayAfterKey(key, at, firstWeekday)
		if (next === null) return
		event.preventDefault()
		show(next)
		focusDay()
	}
	show(at)
	const head = makeElement('p', {}, [
		turn(words.monthBefore, -1, 'm10 3-5 5 5 5'),
		heading,
		turn(words.monthAfter, 1, 'm6 3 5 5-5 5'),
	])
	return { element: makeElement('div', { className: 'ui-calendar' }, [head, table]), focusDay }
}
