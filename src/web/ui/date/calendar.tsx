import { useEffect, useRef, useState } from 'react'
import { formatLocale } from '#web/lib/format/format.ts'
import { createCalendar } from './create-calendar.ts'
import { firstWeekday } from './first-weekday.ts'

type CalendarProps = {
	value: string
	min?: string | undefined
	max?: string | undefined
	onChoose: (day: string) => void
}

const words = { monthBefore: 'Month before', monthAfter: 'Month after' }

/** The days of a month to choose from, with the props that it had when it opened. */
export function Calendar({ value, ...rest }: CalendarProps) {
	const place = useRef<HTMLDivElement>(null)
	const [{ element, focusDay }] = useState(() => {
		const lang = formatLocale()
		return createCalendar({ words, lang, firstWeekday: firstWeekday(lang, []), chosen: value || null, ...rest })
	})
	useEffect(() => {
		place.current?.append(element)
		focusDay()
	}, [element, focusDay])
	return <div ref={place} />
}
