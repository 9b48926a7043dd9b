import { passwordStrength } from '#web/lib/auth/password-strength.ts'
import { useConfig } from '#web/lib/client/config.ts'
import { PasswordField } from '#web/ui/fields/password-field.tsx'

/** A new password with a show button, and its strength in words and four bars. */
export function NewPasswordField({
	label,
	value,
	others,
	error,
	onChange,
}: {
	label: string
	value: string
	others: string[]
	error?: string
	onChange: (password: string) => void
}) {
	const config = useConfig()
	const { score, text } = passwordStrength(value, others, config?.passwordMinLength)
	return (
		<PasswordField
			label={label}
			name="new-password"
			autoComplete="new-password"
			value={value}
			error={error}
			help={
				<span className="auth-strength-line">
					<span className="auth-strength" data-score={score} aria-hidden="true">
						<i />
						<i />
						<i />
						<i />
					</span>
					{text}
				</span>
			}
			onChange={(event) => onChange(event.target.value)}
		/>
	)
}
