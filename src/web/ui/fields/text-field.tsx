import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { Field, type FieldText } from './field.tsx'

/** One line of text with its label. `before` and `after` stand inside the same border (a prefix, a button). */
export function TextField({
	before,
	after,
	...props
}: FieldText & ComponentProps<'input'> & { before?: ReactNode; after?: ReactNode }) {
	const { field, input } = splitProps(props)
	return (
		<Field {...field}>
			{(wiring) => {
				const field = <input type="text" {...input} {...wiring} />
				if (!before && !after) return field
				return (
					<div className="ui-affix">
						{before ? <span className="ui-affix-pre">{before}</span> : null}
						{field}
						{after}
					</div>
				)
			}}
		</Field>
	)
}

/** Several lines of text with their label; grows with its content. */
export function TextAreaField(props: FieldText & ComponentProps<'textarea'>) {
	const { field, input } = splitProps(props)
	return <Field {...field}>{(wiring) => <textarea {...input} {...wiring} />}</Field>
}

/** A native select with its label; `children` are its options. */
export function SelectField(props: FieldText & ComponentProps<'select'>) {
	const { field, input } = splitProps(props)
	return <Field {...field}>{(wiring) => <select {...input} {...wiring} />}</Field>
}

/** Splits the props between the field and its input. */
function splitProps<Props extends FieldText & { id?: string; className?: string }>(props: Props) {
	const { label, hideLabel, aside, help, error, ok, id, className, ...input } = props
	return {
		field: { label, hideLabel, aside, help, error, ok, id },
		input: { ...input, className: classNames('ui-input', className) },
	}
}
