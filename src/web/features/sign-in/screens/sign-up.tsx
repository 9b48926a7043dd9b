import { useState } from 'react'
import { type AuthScreenProps, emailError } from '#web/features/sign-in/auth-draft.ts'
import { EmailField } from '#web/features/sign-in/fields/email-field.tsx'
import { NewPasswordField } from '#web/features/sign-in/fields/new-password-field.tsx'
import { UsernameField } from '#web/features/sign-in/fields/username-field.tsx'
import { ProviderButtons } from '#web/features/sign-in/methods/provider-buttons.tsx'
import { useAuth } from '#web/lib/auth/auth-context.tsx'
import { useSubmit } from '#web/lib/forms/use-submit.ts'
import { usernameError } from '#web/lib/forms/username.ts'
import { useCaptcha } from '#web/ui/auth/captcha.tsx'
import { Button, TextButton } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Sign-up with e-mail, username and password. */
export function SignUp({ draft, change, showMode, onSent }: AuthScreenProps) {
	const { signUp } = useAuth()
	const captcha = useCaptcha()
	const [taken, setTaken] = useState(false)
	const { busy, errors, form, submit, clear, missing } = useSubmit(async () => {
		const email = draft.email.trim()
		const wrong = {
			email: email ? emailError(email) : undefined,
			username: taken ? 'This username is taken.' : usernameError(draft.username),
		}
		if (email && draft.password && (wrong.email || wrong.username)) return wrong
		const isComplete = email && draft.password
		const token = isComplete ? await captcha.token() : undefined
		const signedIn = await signUp(email, draft.password, draft.username, token)
		if (!signedIn) onSent({ email, purpose: 'signup', at: Date.now() })
		return undefined
	})
	return (
		<section>
			<h1 tabIndex={-1}>Make an account</h1>
			<p className="auth-lead">A form you can share is two minutes away.</p>
			<ProviderButtons />
			<form className="auth-fields" ref={form} onSubmit={submit} noValidate>
				{errors.form ? <Notice isError>{errors.form}</Notice> : null}
				<EmailField
					value={draft.email}
					autoComplete="username"
					error={errors.email ?? missing(draft.email, 'Type your e-mail address.')}
					onChange={(email) => {
						clear('email')
						change({ email })
					}}
				/>
				<UsernameField
					value={draft.username}
					email={draft.email}
					error={errors.username}
					isClaiming={busy}
					onTaken={setTaken}
					onChange={(username) => {
						clear('username')
						change({ username })
					}}
				/>
				<NewPasswordField
					label="Password"
					value={draft.password}
					others={[draft.email, draft.username]}
					error={errors.password ?? missing(draft.password, 'Choose a password.')}
					onChange={(password) => {
						clear('password')
						change({ password })
					}}
				/>
				{captcha.widget}
				<Button type="submit" variant="primary" size="tall" wide busy={busy}>
					Make an account
				</Button>
			</form>
			<p className="auth-swap">
				Have an account? <TextButton onClick={() => showMode('sign-in')}>Sign in</TextButton>. What you typed stays.
			</p>
		</section>
	)
}
