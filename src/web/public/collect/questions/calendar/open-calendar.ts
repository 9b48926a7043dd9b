import { readDateParts } from '#shared/calendar-day.ts'
import type { QuestionMessages } from '#web/i18n/en/questions.ts'
import { createCalendar } from '#web/ui/date/create-calendar.ts'
import { firstWeekday } from '#web/ui/date/first-weekday.ts'
import { makeElement } from '#web/ui/date/make-element.ts'
import './calendar-dialog.css'

type CalendarDialog = {
	words: QuestionMessages
	lang: string
	/** Day, month and year as they stand in the form. */
	typed: Parameters<typeof readDateParts>
	onChoose: (day: string) => void
}

/** Shows the days of a month in a dialog, which a choice, Escape and a press beside it close. */
export function openCalendar({ words, lang, typed, onChoose }: CalendarDialog): void {
	const dialog = makeElement('dialog', { className: 'days', ariaLabel: words.calendar })
	const { element, focusDay } = createCalendar({
		words,
		lang,
		firstWeekday: firstWeekday(lang, navigator.languages),
		chosen: readDateParts(...typed),
		onChoose: (day) => {
			onChoose(day)
			// The browser gives the focus back to what had it before.
			dialog.close()
		},
	})
	dialog.onclick = (event) => event.target === dialog && dialog.close()
	dialog.onclose = () => dialog.remove()
	dialog.append(element)
	document.body.append(dialog)
	dialog.showModal()
	focusDay()
}
