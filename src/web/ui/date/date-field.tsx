import { CalendarDays } from 'lucide-react'
import { useRef, useState } from 'react'
import { formatLocale } from '#web/lib/format/format.ts'
import { formatDate } from '#web/lib/format/format-time.ts'
import { lazyComponent } from '#web/lib/loading/import-with-reload.ts'
import { Button } from '#web/ui/button.tsx'
import type { FieldText } from '#web/ui/fields/field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Popover } from '#web/ui/overlays/popover.tsx'
import { readDay } from './calendar-days.ts'

const Calendar = lazyComponent(async () => (await import('./calendar.tsx')).Calendar)

type DateFieldProps = FieldText & {
	/** A day as YYYY-MM-DD, or empty. */
	value: string
	min?: string | undefined
	max?: string | undefined
	onChange: (day: string) => void
}

/** A day, typed as 2026-03-31 or in the reader's own order, or chosen in a calendar. Empty means none. */
export function DateField({ value, min, max, onChange, error, ...field }: DateFieldProps) {
	const [typed, setTyped] = useState(value)
	const [told, setTold] = useState(value)
	const [isLeft, setLeft] = useState(false)
	const [open, setOpen] = useState(false)
	const input = useRef<HTMLInputElement>(null)
	const [seen, setSeen] = useState(value)
	// A value from elsewhere replaces what was typed; one that was told here may arrive a render later.
	if (value !== seen) {
		setSeen(value)
		if (value !== told) setTyped(value)
	}
	const tell = (day: string) => {
		setTold(day)
		if (day !== value) onChange(day)
	}
	const read = readDay(typed, formatLocale())
	const outside = read !== null && ((min && read < min) || (max && read > max))
	const problem =
		typed.trim() === '' ? null : read === null ? 'Type a day such as 2026-03-31.' : outside ? rangeText(min, max) : null
	const change = (text: string) => {
		setTyped(text)
		const day = readDay(text, formatLocale())
		if (text.trim() === '') tell('')
		else if (day !== null && !(min && day < min) && !(max && day > max)) tell(day)
	}
	const choose = (day: string) => {
		setTyped(day)
		tell(day)
		setOpen(false)
		input.current?.focus()
	}
	return (
		<TextField
			{...field}
			ref={input}
			error={error ?? (isLeft ? problem : null)}
			value={typed}
			placeholder="YYYY-MM-DD"
			dir="ltr"
			autoComplete="off"
			maxLength={20}
			onChange={(event) => change(event.target.value)}
			onFocus={() => setLeft(false)}
			onBlur={() => {
				setLeft(true)
				if (read !== null && !outside) setTyped(read)
			}}
			after={
				<Popover
					label="Calendar"
					align="end"
					open={open}
					onOpenChange={setOpen}
					trigger={
						<Button variant="quiet" icon aria-label="Choose in a calendar">
							<CalendarDays size={16} aria-hidden="true" />
						</Button>
					}
				>
					<Calendar value={read ?? ''} min={min} max={max} onChoose={choose} />
				</Popover>
			}
		/>
	)
}

/** Noon, so that no time zone shifts the day. */
const named = (day: string) => formatDate(`${day}T12:00`)

const rangeText = (min: string | undefined, max: string | undefined): string => {
	if (min && max) return `Choose a day from ${named(min)} to ${named(max)}.`
	return min ? `Choose ${named(min)} or a later day.` : `Choose ${named(max ?? '')} or an earlier day.`
}
