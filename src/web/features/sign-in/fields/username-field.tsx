import { useEffect } from 'react'
import { emailError } from '#web/features/sign-in/auth-draft.ts'
import { useUsernameCheck } from '#web/lib/forms/use-availability.ts'
import { suggestUsername, usernameError } from '#web/lib/forms/username.ts'
import { TextButton } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'

/** A username, checked while it is typed; suggests a valid one for invalid input. */
export function UsernameField({
	value,
	email,
	error,
	isClaiming,
	onChange,
	onTaken,
}: {
	value: string
	/** The local part of this address is suggested while the username is empty. */
	email: string
	error?: string
	/** True when the username is being claimed right now. */
	isClaiming: boolean
	onChange: (username: string) => void
	onTaken: (taken: boolean) => void
}) {
	const check = useUsernameCheck(value, { isClaiming })
	useEffect(() => onTaken(check === 'taken'), [check, onTaken])
	const wrong = value ? usernameError(value) : undefined
	const emailSuggestion = !value && !emailError(email) ? suggestUsername(email) : ''
	const suggestion = suggestionFor(value, wrong, check)
	const problem = error ?? (value.length > 2 ? wrong : undefined) ?? (check === 'taken' ? 'Taken.' : undefined)
	return (
		<TextField
			label="Username"
			name="username"
			autoComplete="nickname"
			autoCapitalize="off"
			spellCheck={false}
			maxLength={60}
			value={value}
			ok={check === 'free' ? 'Free' : undefined}
			help={
				emailSuggestion ? (
					<>
						Your team sees it.{' '}
						<TextButton inheritColor onClick={() => onChange(emailSuggestion)}>
							Use {emailSuggestion}
						</TextButton>
					</>
				) : (
					'Letters, digits, dashes. Your team sees it; your customers do not.'
				)
			}
			error={
				problem ? (
					<>
						{problem}{' '}
						{suggestion ? (
							<TextButton inheritColor onClick={() => onChange(suggestion)}>
								Use {suggestion}
							</TextButton>
						) : null}
					</>
				) : undefined
			}
			onChange={(event) => onChange(event.target.value)}
		/>
	)
}

function suggestionFor(value: string, wrong: string | undefined, check: string): string {
	if (check === 'taken') return suggestUsername(`${value.slice(0, 26)}-${new Date().getFullYear() % 100}`)
	const nearest = suggestUsername(value)
	return wrong && nearest !== value ? nearest : ''
}
