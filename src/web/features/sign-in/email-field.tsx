import { TextField } from '#web/ui/text-field.tsx'

/** An e-mail address. `username` marks it as what a password manager stores the password under. */
export function EmailField({
	value,
	error,
	autoComplete = 'email',
	onChange,
}: {
	value: string
	error?: string
	autoComplete?: 'username' | 'email'
	onChange: (email: string) => void
}) {
	return (
		<TextField
			label="E-mail"
			type="email"
			name="email"
			inputMode="email"
			autoComplete={autoComplete}
			autoCapitalize="off"
			spellCheck={false}
			value={value}
			error={error}
			onChange={(event) => onChange(event.target.value)}
		/>
	)
}
