import type { FieldText } from '#web/ui/fields/field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'

/** An e-mail address. `username` lets password managers store it with the password. */
export function EmailField({
	label = 'E-mail',
	autoComplete = 'email',
	onChange,
	...rest
}: Partial<FieldText> & {
	value: string
	autoFocus?: boolean
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
