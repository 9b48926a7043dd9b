import { Check, TriangleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import './field.css'

/** What stands around an input: its label, and below it one line of help, error or good news. */
export type FieldWords = {
	label: ReactNode
	/** Keeps the label for screen readers only. */
	hideLabel?: boolean
	/** At the end of the label's line, a link perhaps. */
	aside?: ReactNode
	help?: ReactNode
	/** Marks the input invalid and takes the place of the help. */
	error?: ReactNode
	/** Says that the value is good ("Free"); gives way to an error. */
	ok?: ReactNode
}

/** What the input inside must carry, so that label and line belong to it. */
export type FieldWiring = {
	id: string
	'aria-describedby': string | undefined
	'aria-invalid': true | undefined
}

/** Label, input and line. The input is drawn by `children`, which gets its wiring. */
export function Field({
	label,
	hideLabel,
	aside,
	help,
	error,
	ok,
	id: given,
	children,
}: FieldWords & { id?: string; children: (wiring: FieldWiring) => ReactNode }) {
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
				<FieldLine id={line} help={help} error={error} ok={ok} />
			</div>
		</div>
	)
}

function FieldLine({
	id,
	help,
	error,
	ok,
}: Pick<FieldWords, 'help' | 'error' | 'ok'> & { id: string }) {
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
