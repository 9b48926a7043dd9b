import type { Problem } from '#web/public/collect/island.ts'
import { FieldError } from './field-error.tsx'

/** A labelled single line. `note` stands beside the label, `hint` below the field. */
export function TextField(props: {
	name: string
	id?: string
	label: string
	note?: string | undefined
	hint?: string | null
	value: string | undefined
	problem: Problem | undefined
	required?: boolean
	type?: 'text' | 'email' | 'url'
	autoComplete?: string
}) {
	const { name, label, note, hint, problem, type = 'text' } = props
	const id = props.id ?? name
	const described = [problem && `${name}-x`, hint && `${id}-hint`].filter(Boolean).join(' ')
	return (
		<div>
			<label className="label" htmlFor={id}>
				{`${label} `}
				{note ? <span className="opt">{note}</span> : null}
			</label>
			<input
				className={problem ? 'in bad' : 'in'}
				id={id}
				name={name}
				type={type}
				dir={type === 'text' ? 'auto' : 'ltr'}
				maxLength={type === 'text' ? 500 : 2000}
				required={props.required ?? false}
				autoComplete={props.autoComplete}
				defaultValue={props.value}
				aria-invalid={problem ? true : undefined}
				aria-describedby={described || undefined}
			/>
			<FieldError problem={problem} />
			{hint ? (
				<p className="hint after-field" id={`${id}-hint`}>
					{hint}
				</p>
			) : null}
		</div>
	)
}
