import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Field, type FieldWords } from './field.tsx'

/** One line of text with its label. `before` and `after` stand inside the same border (a prefix, a button). */
export function TextField({
	before,
	after,
	...props
}: FieldWords & ComponentProps<'input'> & { before?: ReactNode; after?: ReactNode }) {
	const { words, input } = partsOf(props)
	return (
		<Field {...words}>
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
export function AreaField(props: FieldWords & ComponentProps<'textarea'>) {
	const { words, input } = partsOf(props)
	return <Field {...words}>{(wiring) => <textarea {...input} {...wiring} />}</Field>
}

/** The platform's own select with its label; `children` are its options. */
export function SelectField(props: FieldWords & ComponentProps<'select'>) {
	const { words, input } = partsOf(props)
	return <Field {...words}>{(wiring) => <select {...input} {...wiring} />}</Field>
}

/** What belongs to the frame around an input, and what to the input itself. */
function partsOf<Props extends FieldWords & { id?: string; className?: string }>(props: Props) {
	const { label, hideLabel, aside, help, error, ok, id, className, ...input } = props
	return {
		words: { label, hideLabel, aside, help, error, ok, id },
		input: { ...input, className: classNames('ui-input', className) },
	}
}
