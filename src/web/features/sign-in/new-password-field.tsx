import { passwordStrength } from '#web/lib/password-strength.ts'
import { useConfig } from '#web/lib/use-config.ts'
import { PasswordField } from '#web/ui/password-field.tsx'

/** A password being chosen: shown on demand, its strength in words and four short bars. */
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
	const { score, words } = passwordStrength(value, others, config?.passwordMinLength)
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
					{words}
				</span>
			}
			onChange={(event) => onChange(event.target.value)}
		/>
	)
}
