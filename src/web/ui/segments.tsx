import type { ReactNode } from 'react'
import './segments.css'

/** A few choices side by side, one of which is pressed. */
export function Segments<Value extends string>({
	label,
	value,
	onChange,
	options,
}: {
	label: string
	value: Value
	onChange: (value: Value) => void
	options: readonly { value: Value; label: string; icon?: ReactNode }[]
}) {
	return (
		<fieldset className="ui-segments" aria-label={label}>
			{options.map((option) => (
				<button
					key={option.value}
					type="button"
					aria-pressed={option.value === value}
					onClick={() => onChange(option.value)}
				>
					{option.icon}
					{option.label}
				</button>
			))}
		</fieldset>
	)
}
