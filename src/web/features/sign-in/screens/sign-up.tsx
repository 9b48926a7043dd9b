import { useEffect, useState } from 'react'
import { type AuthScreenProps, emailError } from '#web/features/sign-in/auth-draft.ts'
import { AuthScreen } from '#web/features/sign-in/auth-layout.tsx'
import { EmailField } from '#web/features/sign-in/fields/email-field.tsx'
import { NewPasswordField } from '#web/features/sign-in/fields/new-password-field.tsx'
import { ProviderButtons } from '#web/features/sign-in/methods/provider-buttons.tsx'
import { useAuth } from '#web/lib/auth/auth-context.tsx'
import { useUsernameCheck } from '#web/lib/forms/use-availability.ts'
import { useSubmit } from '#web/lib/forms/use-submit.ts'
import { suggestUsername, usernameError } from '#web/lib/forms/username.ts'
import { useCaptcha } from '#web/ui/auth/captcha.tsx'
import { SubmitForm } from '#web/ui/auth/submit-form.tsx'
import { TextButton } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'

const leads = {
	usual: 'A form you can share is two minutes away.',
	other: 'This server is new: nobody has an account here yet.',
	operator: 'This server is new: nobody has an account here yet. The first one runs it.',
}

/** Sign-up with e-mail, username and password. */
export function SignUp({
	draft,
	change,
	showMode,
	onSent,
	onSubmit,
	first,
}: AuthScreenProps & {
	/** On a server without an account: whether this one becomes the operator's. */
	first?: 'operator' | 'other' | undefined
	/** Called before the account is made. */
	onSubmit: () => void
}) {
	const { signUp } = useAuth()
	const captcha = useCaptcha()
	const [taken, setTaken] = useState(false)
	const submission = useSubmit(async () => {
		const email = draft.email.trim()
		const wrong = {
			email: email ? emailError(email) : undefined,
			username: taken ? 'This username is taken.' : usernameError(draft.username),
		}
		if (email && draft.password && (wrong.email || wrong.username)) return wrong
		const isComplete = email && draft.password
		const token = isComplete ? await captcha.token() : undefined
		onSubmit()
		const signedIn = await signUp(email, draft.password, draft.username, token)
		if (!signedIn) onSent({ email, purpose: 'signup', at: Date.now() })
	})
	const { busy, errors, edit, missing } = submission
	return (
		<AuthScreen title="Make an account" lead={leads[first ?? 'usual']}>
			<ProviderButtons />
			<SubmitForm className="auth-fields" submission={submission} action="Make an account">
				<EmailField
					autoFocus={first !== undefined}
					value={draft.email}
					autoComplete="username"
					error={errors.email ?? missing(draft.email, 'Type your e-mail address.')}
					onChange={edit('email', (email: string) => change({ email }))}
				/>
				<UsernameField
					value={draft.username}
					email={draft.email}
					error={errors.username}
					isClaiming={busy}
					onTaken={setTaken}
					onChange={edit('username', (username: string) => change({ username }))}
				/>
				<NewPasswordField
					label="Password"
					value={draft.password}
					others={[draft.email, draft.username]}
					error={errors.password ?? missing(draft.password, 'Choose a password.')}
					onChange={edit('password', (password: string) => change({ password }))}
				/>
				{captcha.widget}
			</SubmitForm>
			{first ? null : (
				<p className="auth-swap">
					Have an account? <TextButton onClick={() => showMode('sign-in')}>Sign in</TextButton>. What you typed stays.
				</p>
			)}
		</AuthScreen>
	)
}

/** A username, checked while it is typed; suggests a valid one for invalid input. */
function UsernameField({
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
