import { dateParts } from '#shared/form/form-post.ts'
import type { Island } from '#web/public/collect/island.ts'
import { makeElement, makeIcon } from '#web/ui/date/make-element.ts'

/**
 * Adds a button that opens a calendar to the typed parts of a date, which it fills in. The calendar is loaded by the first press. Both are
 * plain elements: a component here would move React out of the form's first script, which then weighs more.
 */
export function addCalendar(parts: HTMLElement | null, { asks, lang }: Island): void {
	if (!parts || !asks || parts.querySelector('.calendar')) return
	const fields = () => dateParts.map((part) => parts.querySelector<HTMLInputElement>(`[name$=".${part}"]`))
	const fill = (day: string) => {
		const [year, month, date] = day.split('-').map(Number)
		for (const [at, value] of [date, month, year].entries()) {
			const field = fields()[at]
			if (!field) continue
			field.value = String(value)
			field.dispatchEvent(new Event('input', { bubbles: true }))
		}
	}
	const button = makeElement('button', { className: 'calendar', type: 'button', ariaLabel: asks.calendar }, [
		makeIcon('M2.5 3.5h11v10h-11zM2.5 6.5h11M5.5 1.5v4M10.5 1.5v4'),
	])
	button.ariaHasPopup = 'dialog'
	button.onclick = () =>
		import('./open-calendar.ts').then(
			({ openCalendar }) => {
				const [day = '', month = '', year = ''] = fields().map((field) => field?.value)
				openCalendar({ words: asks, lang, typed: [day, month, year], onChoose: fill })
			},
			// The parts can be typed.
			() => button.remove(),
		)
	parts.append(button)
}
