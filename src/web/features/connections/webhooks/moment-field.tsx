import { DateField } from '#web/ui/date/date-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { type Moment, readTime } from './moment.ts'

type MomentFieldProps = {
	/** The label of the day, which the one of the time repeats to screen readers. */
	label: string
	value: Moment
	/** Days. */
	min: string
	max: string
	onChange: (moment: Moment) => void
}

/** A day and a time of it, in the person's own time zone. */
export function MomentField({ label, value, min, max, onChange }: MomentFieldProps) {
	const isTime = value.time === '' || readTime(value.time) !== null
	return (
		<div className="hooks-moment">
			<DateField label={label} value={value.day} min={min} max={max} onChange={(day) => onChange({ ...value, day })} />
			<TextField
				label={
					<>
						<span className="ui-sr">{label}, </span>Time
					</>
				}
				value={value.time}
				placeholder="HH:MM"
				dir="ltr"
				autoComplete="off"
				maxLength={10}
				error={isTime ? undefined : 'Such as 14:30.'}
				onChange={({ target }) => onChange({ ...value, time: target.value })}
				onBlur={() => {
					const time = readTime(value.time)
					if (time !== null) onChange({ ...value, time })
				}}
			/>
		</div>
	)
}
