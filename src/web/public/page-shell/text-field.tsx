import { FieldError, type Problem } from './field-error.tsx'

/** A labelled line, or several with `rows`. `note` stands beside the label, `hint` below the field. */
export function TextField(props: {
	name: string
	id?: string
	label: string
	note?: string | undefined
	hint?: string | null
	value: string | undefined
	problem?: Problem | undefined
	required?: boolean
	type?: 'text' | 'email' | 'url'
	maxLength?: number
	autoComplete?: string
	rows?: number | undefined
}) {
	const { name, id = name, label, note, hint, problem, required = false, type = 'text', rows } = props
	const described = [problem && `${name}-x`, hint && `${id}-hint`].filter(Boolean).join(' ')
	const control = {
		className: problem ? 'in bad' : 'in',
		id,
		name,
		dir: type === 'text' ? 'auto' : 'ltr',
		maxLength: props.maxLength ?? (type === 'text' && !rows ? 500 : 2000),
		required,
		defaultValue: props.value,
		'aria-invalid': problem ? true : undefined,
		'aria-describedby': described || undefined,
	}
	return (
		<div>
			<label className="label" htmlFor={id} dir={rows ? 'auto' : undefined}>
				{`${label} `}
				{note ? <span className="opt">{note}</span> : null}
			</label>
			{rows ? (
				<textarea {...control} rows={rows} />
			) : (
				// Browsers refuse an address without a scheme in a field of type `url`, where the server adds one.
				<input
					{...control}
					type={type === 'email' ? type : undefined}
					autoComplete={props.autoComplete}
					inputMode={type === 'url' ? 'url' : undefined}
				/>
			)}
			<FieldError problem={problem} />
			{hint ? (
				<p className="hint after-field" id={`${id}-hint`}>
					{hint}
				</p>
			) : null}
		</div>
	)
}
