import { useState } from 'react'
import { useAuth } from '#web/lib/auth-context.tsx'
import { useSubmit } from '#web/lib/use-submit.ts'
import { usernameProblem } from '#web/lib/username.ts'
import { Button, TextButton } from '#web/ui/button.tsx'
import { useCaptcha } from '#web/ui/captcha.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { type AuthFaceProps, emailProblem } from './auth-draft.ts'
import { EmailField } from './email-field.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { UsernameField } from './username-field.tsx'

/** Making an account: e-mail, username, password. */
export function SignUp({ draft, change, turnTo, onSent }: AuthFaceProps) {
	const { signUp } = useAuth()
	const captcha = useCaptcha()
	const [taken, setTaken] = useState(false)
	const { busy, errors, form, submit, clear, missing } = useSubmit(async () => {
		const email = draft.email.trim()
		const wrong = {
			email: email ? emailProblem(email) : undefined,
			username: taken ? 'This username is taken.' : usernameProblem(draft.username),
		}
		if (email && draft.password && (wrong.email || wrong.username)) return wrong
		const given = email && draft.password
		const token = given ? await captcha.token() : undefined
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
				{errors.form ? <Notice bad>{errors.form}</Notice> : null}
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
				Have an account? <TextButton onClick={() => turnTo('sign-in')}>Sign in</TextButton>. What
				you typed stays.
			</p>
		</section>
	)
}
