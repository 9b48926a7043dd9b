import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Field, type FieldWords } from './field.tsx'

/** One line of text with its label. `before` and `after` stand inside the same border (a prefix, a button). */
export function TextField({
	label,
	hideLabel,
	aside,
	help,
	error,
	ok,
	id,
	before,
	after,
	className,
	...input
}: FieldWords & ComponentProps<'input'> & { before?: ReactNode; after?: ReactNode }) {
	return (
		<Field {...{ label, hideLabel, aside, help, error, ok, id }}>
			{(wiring) => {
				const field = (
					<input type="text" {...input} {...wiring} className={classNames('ui-input', className)} />
				)
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
export function AreaField({
	label,
	hideLabel,
	aside,
	help,
	error,
	ok,
	id,
	className,
	...input
}: FieldWords & ComponentProps<'textarea'>) {
	return (
		<Field {...{ label, hideLabel, aside, help, error, ok, id }}>
			{(wiring) => (
				<textarea {...input} {...wiring} className={classNames('ui-input', className)} />
			)}
		</Field>
	)
}

/** The platform's own select with its label; `children` are its options. */
export function SelectField({
	label,
	hideLabel,
	aside,
	help,
	error,
	ok,
	id,
	className,
	...input
}: FieldWords & ComponentProps<'select'>) {
	return (
		<Field {...{ label, hideLabel, aside, help, error, ok, id }}>
			{(wiring) => <select {...input} {...wiring} className={classNames('ui-input', className)} />}
		</Field>
	)
}
