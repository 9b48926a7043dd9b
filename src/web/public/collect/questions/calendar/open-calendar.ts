import { readDateParts } from '#shared/calendar-day.ts'
import type { QuestionMessages } from '#web/i18n/en/questions.ts'
import { addMonths, dayAfterKey, today, weeksOf } from '#web/ui/date/calendar-days.ts'
import { firstWeekday } from './first-weekday.ts'
import { makeElement, makeIcon } from './make-element.ts'
import './calendar.css'

type Calendar = {
	words: QuestionMessages
	lang: string
	/** Day, month and year as they stand in the form. */
	typed: Parameters<typeof readDateParts>
	onChoose: (day: string) => void
}

/** Digits and months as the typed parts have them. */
const formatIn = (lang: string, options: Intl.DateTimeFormatOptions) => {
	const format = new Intl.DateTimeFormat(`${lang}-u-ca-gregory-nu-latn`, { ...options, timeZone: 'UTC' })
	return (day: string) => format.format(Date.parse(day))
}

/** In a page from right to left the next day stands to the left. */
const mirrored: Record<string, string> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }

/**
 * Shows the days of a month in a dialog. Arrow keys move by days and weeks, Page Up and Page Down by months and, with Shift, by years; Home and
 * End within the week; Enter chooses, Escape closes: https://www.w3.org/WAI/ARIA/apg/patterns/dialog-modal/examples/datepicker-dialog/
 */
export function openCalendar({ words, lang, typed, onChoose }: Calendar): void {
	const chosen = readDateParts(...typed)
	const first = firstWeekday(lang, navigator.languages)
	const title = formatIn(lang, { month: 'long', year: 'numeric' })
	const [long, short] = [formatIn(lang, { weekday: 'long' }), formatIn(lang, { weekday: 'short' })]
	const full = formatIn(lang, { dateStyle: 'full' })
	let at = chosen ?? today()

	const dialog = makeElement('dialog', { className: 'days', ariaLabel: words.calendar })
	const heading = makeElement('b', { ariaLive: 'polite' })
	const table = makeElement('table')
	const turn = (label: string, months: number, path: string) =>
		makeElement('button', { type: 'button', ariaLabel: label, onclick: () => show(addMonths(at, months)) }, [
			makeIcon(path),
		])
	const dayButton = (day: string) => {
		const button = makeElement(
			'button',
			{
				type: 'button',
				ariaLabel: full(day),
				ariaPressed: String(day === chosen),
				ariaCurrent: day === today() ? 'date' : null,
				tabIndex: day === at ? 0 : -1,
				className: day.slice(0, 7) === at.slice(0, 7) ? '' : 'other',
				onclick: () => {
					onChoose(day)
					// The browser gives the focus back to what had it before.
					dialog.close()
				},
			},
			[String(Number(day.slice(8)))],
		)
		button.dataset.day = day
		return makeElement('td', {}, [button])
	}
	/** Shows the month of a day. */
	function show(day: string): void {
		at = day
		const weeks = weeksOf(at, first)
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
		const key = (dialog.matches(':dir(rtl)') && mirrored[event.key]) || event.key
		const isYear = event.shiftKey && key.startsWith('Page')
		const next = isYear ? addMonths(at, key === 'PageUp' ? -12 : 12) : dayAfterKey(key, at, first)
		if (next === null) return
		event.preventDefault()
		show(next)
		focusDay()
	}
	dialog.onclick = (event) => event.target === dialog && dialog.close()
	dialog.onclose = () => dialog.remove()
	dialog.append(
		makeElement('div', {}, [
			makeElement('p', {}, [
				turn(words.monthBefore, -1, 'm10 3-5 5 5 5'),
				heading,
				turn(words.monthAfter, 1, 'm6 3 5 5-5 5'),
			]),
			table,
		]),
	)
	show(at)
	document.body.append(dialog)
	dialog.showModal()
	focusDay()
}
