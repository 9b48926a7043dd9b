import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { formatLocale } from '#web/lib/format/format.ts'
import { formatDate } from '#web/lib/format/format-time.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { addMonths, dayAfterKey, today, weeksOf } from './calendar-days.ts'
import './date-field.css'

const locale = formatLocale()
const title = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
const short = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' })
const long = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' })

type WeekInfo = { firstDay: number }

/** The first day of the week in the reader's region, Monday where the browser does not say. */
const firstWeekday = (): number => {
	const region = new Intl.Locale(locale) as Intl.Locale & { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo }
	return (region.getWeekInfo?.() ?? region.weekInfo)?.firstDay ?? 1
}

type CalendarProps = {
	value: string
	min?: string | undefined
	max?: string | undefined
	onChoose: (day: string) => void
}

/**
 * The days of a month. Arrow keys move by days and weeks, Page Up and Page Down by months, Home and End within the week;
 * Enter chooses: https://www.w3.org/WAI/ARIA/apg/patterns/dialog-modal/examples/datepicker-dialog/
 */
export function Calendar({ value, min, max, onChoose }: CalendarProps) {
	const within = (day: string) => (min && day < min ? min : max && day > max ? max : day)
	const [at, setAt] = useState(() => within(value || today()))
	const grid = useRef<HTMLTableElement>(null)
	const isMoved = useRef(true)
	useEffect(() => {
		if (isMoved.current) grid.current?.querySelector<HTMLElement>(`[data-day="${at}"]`)?.focus()
		isMoved.current = false
	}, [at])
	const first = firstWeekday()
	const weeks = weeksOf(at, first)
	const move = (event: KeyboardEvent) => {
		const next = dayAfterKey(event.key, at, first)
		if (next === null) return
		event.preventDefault()
		isMoved.current = true
		setAt(within(next))
	}
	const turn = (months: number) => () => setAt(within(addMonths(at, months)))
	return (
		<div className="ui-calendar">
			<div className="ui-calendar-head">
				<Button variant="quiet" icon size="tiny" aria-label="Month before" onClick={turn(-1)}>
					<ChevronLeft size={16} aria-hidden="true" />
				</Button>
				<p aria-live="polite">{title.format(Date.parse(at))}</p>
				<Button variant="quiet" icon size="tiny" aria-label="Month after" onClick={turn(1)}>
					<ChevronRight size={16} aria-hidden="true" />
				</Button>
			</div>
			<table ref={grid}>
				<thead>
					<tr>
						{weeks[0]?.map((day) => (
							<th key={day} scope="col" abbr={long.format(Date.parse(day))}>
								{short.format(Date.parse(day))}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{weeks.map((week) => (
						<tr key={week[0]}>
							{week.map((day) => (
								<td key={day}>
									<button
										type="button"
										data-day={day}
										tabIndex={day === at ? 0 : -1}
										className={classNames(day.slice(0, 7) !== at.slice(0, 7) && 'ui-calendar-other')}
										aria-label={formatDate(`${day}T12:00`)}
										aria-pressed={day === value}
										aria-current={day === today() ? 'date' : undefined}
										disabled={within(day) !== day}
										onKeyDown={move}
										onClick={() => onChoose(day)}
									>
										{Number(day.slice(8))}
									</button>
								</td>
							))}
						</tr>
					))}
				</tbody>
			</table>
		</div>
	)
}
