import { TextField } from '#web/ui/text-field.tsx'

/** A colour as text, with the platform's picker beside it. */
export function ColorField({
	value,
	error,
	disabled,
	onChange,
}: {
	value: string
	error?: string
	disabled: boolean
	onChange: (color: string) => void
}) {
	return (
		<TextField
			label="Colour"
			dir="ltr"
			placeholder="#1f6b4a"
			maxLength={7}
			spellCheck={false}
			disabled={disabled}
			value={value}
			error={error}
			onChange={(event) => onChange(event.target.value.trim().toLowerCase())}
			after={
				<input
					className="brand-picker"
					type="color"
					aria-label="Pick the colour"
					disabled={disabled}
					value={/^#[0-9a-f]{6}$/.test(value) ? value : '#1f6b4a'}
					onChange={(event) => onChange(event.target.value)}
				/>
			}
		/>
	)
}
