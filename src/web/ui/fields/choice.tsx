import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import './choice.css'

type InputProps = Omit<ComponentProps<'input'>, 'type' | 'children'> & { children: ReactNode }

/** A checkbox with its label. */
export function Checkbox({ children, className, ...input }: InputProps) {
	return (
		<label className={classNames('ui-check', className)}>
			<input {...input} type="checkbox" />
			<span>{children}</span>
		</label>
	)
}

/** A switch that takes effect at once. */
export function Switch({ children, className, checked, ...input }: InputProps & { checked: boolean }) {
	return (
		<label className={classNames('ui-switch', className)}>
			<input {...input} checked={checked} aria-checked={checked} type="checkbox" role="switch" />
			<span>{children}</span>
		</label>
	)
}

/** A list of choices, of which each is explained by a sentence. */
export function RadioList<Value extends string>({
	label,
	value,
	options,
	onChange,
}: {
	label: string
	value: Value
	options: readonly { value: Value; label: ReactNode; text: ReactNode; isDisabled?: boolean }[]
	onChange: (value: Value) => void
}) {
	const name = useId()
	return (
		<div className="ui-radio-list" role="radiogroup" aria-label={label}>
			{options.map((option) => (
				<label key={option.value}>
					<input
						type="radio"
						name={name}
						checked={option.value === value}
						disabled={option.isDisabled}
						onChange={() => onChange(option.value)}
					/>
					<span>
						<strong>{option.label}</strong>
						<span className="ui-quiet">{option.text}</span>
					</span>
				</label>
			))}
		</div>
	)
}

/** A segmented control. Arrow keys move, as in any radio group. */
export function SegmentedControl<Value extends string>({
	label,
	value,
	options,
	onChange,
}: {
	label: string
	value: Value
	options: readonly { value: Value; label: ReactNode; title?: string }[]
	onChange: (value: Value) => void
}) {
	const name = useId()
	return (
		<div className="ui-seg" role="radiogroup" aria-label={label}>
			{options.map((option) => (
				<label key={option.value} title={option.title}>
					<input
						className="ui-sr"
						type="radio"
						name={name}
						checked={option.value === value}
						onChange={() => onChange(option.value)}
					/>
					{option.title ? <span className="ui-sr">{option.title}</span> : null}
					{option.label}
				</label>
			))}
		</div>
	)
}
