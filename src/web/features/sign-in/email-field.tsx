import type { FieldWords } from '#web/ui/field.tsx'
import { TextField } from '#web/ui/text-field.tsx'

/** An e-mail address. `username` marks it as what a password manager stores the password under. */
export function EmailField({
	label = 'E-mail',
	autoComplete = 'email',
	onChange,
	...rest
}: Partial<FieldWords> & {
	value: string
	autoComplete?: 'username' | 'username webauthn' | 'email'
	onFocus?: (() => void) | undefined
	onChange: (email: string) => void
}) {
	return (
		<TextField
			{...rest}
			label={label}
			type="email"
			name="email"
			inputMode="email"
			autoComplete={autoComplete}
			autoCapitalize="off"
			spellCheck={false}
			onChange={(event) => onChange(event.target.value)}
		/>
	)
}
