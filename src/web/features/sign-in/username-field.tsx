import { useEffect } from 'react'
import { suggestUsername, usernameProblem } from '#web/lib/username.ts'
import { useUsernameCheck } from '#web/lib/username-check.ts'
import { TextButton } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { emailProblem } from './auth-draft.ts'

/** A username, checked while it is typed; offers one where the typed one cannot be. */
export function UsernameField({
	value,
	email,
	error,
	isClaiming,
	onChange,
	onTaken,
}: {
	value: string
	/** Its first part is offered while the username is empty. */
	email: string
	error?: string
	/** It is being taken at this moment. */
	isClaiming: boolean
	onChange: (username: string) => void
	onTaken: (taken: boolean) => void
}) {
	const check = useUsernameCheck(value, { isClaiming })
	useEffect(() => onTaken(check === 'taken'), [check, onTaken])
	const wrong = value ? usernameProblem(value) : undefined
	const offered = !value && !emailProblem(email) ? suggestUsername(email) : ''
	const proposal = proposalFor(value, wrong, check)
	const problem =
		error ?? (value.length > 2 ? wrong : undefined) ?? (check === 'taken' ? 'Taken.' : undefined)
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
				offered ? (
					<>
						Your team sees it.{' '}
						<TextButton same onClick={() => onChange(offered)}>
							Use {offered}
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
						{proposal ? (
							<TextButton same onClick={() => onChange(proposal)}>
								Use {proposal}
							</TextButton>
						) : null}
					</>
				) : undefined
			}
			onChange={(event) => onChange(event.target.value)}
		/>
	)
}

function proposalFor(value: string, wrong: string | undefined, check: string): string {
	if (check === 'taken')
		return suggestUsername(`${value.slice(0, 26)}-${new Date().getFullYear() % 100}`)
	const nearest = suggestUsername(value)
	return wrong && nearest !== value ? nearest : ''
}
