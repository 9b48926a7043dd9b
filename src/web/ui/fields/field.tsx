import { Check, TriangleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import './field.css'

/** Label and message around an input: one line of help, error or success. */
export type FieldText = {
	label: ReactNode
	/** Shows the label to screen readers only. */
	hideLabel?: boolean
	/** At the end of the label's line, such as a link. */
	aside?: ReactNode
	help?: ReactNode
	/** Marks the input invalid and replaces the help. */
	error?: ReactNode
	/** A success message ("Free"); an error replaces it. */
	ok?: ReactNode
}

/** Attributes that connect the input to its label and message. */
export type FieldInputProps = {
	id: string
	'aria-describedby': string | undefined
	'aria-invalid': true | undefined
}

/** Label, input and message. `children` renders the input with the given attributes. */
export function Field({
	label,
	hideLabel,
	aside,
	help,
	error,
	ok,
	id: given,
	children,
}: FieldText & { id?: string; children: (wiring: FieldInputProps) => ReactNode }) {
	const made = useId()
	const id = given ?? made
	const line = `${id}-line`
	return (
		<div className="ui-field">
			<div className={hideLabel ? 'ui-sr' : 'ui-field-top'}>
				<label htmlFor={id}>{label}</label>
				{aside}
			</div>
			{children({
				id,
				'aria-describedby': error || ok || help ? line : undefined,
				'aria-invalid': error ? true : undefined,
			})}
			<div className="ui-field-line" aria-live="polite">
				<FieldMessage id={line} help={help} error={error} ok={ok} />
			</div>
		</div>
	)
}

function FieldMessage({ id, help, error, ok }: Pick<FieldText, 'help' | 'error' | 'ok'> & { id: string }) {
	if (error)
		return (
			<p className="ui-error" id={id}>
				<TriangleAlert size={14} aria-hidden="true" />
				<span>{error}</span>
			</p>
		)
	if (ok)
		return (
			<p className="ui-ok" id={id}>
				<Check size={14} aria-hidden="true" />
				<span>{ok}</span>
			</p>
		)
	return help ? (
		<p className="ui-help" id={id}>
			<span>{help}</span>
		</p>
	) : null
}
