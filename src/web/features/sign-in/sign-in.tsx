import { Mail } from 'lucide-react'
import { useAuth } from '#web/lib/auth-context.tsx'
import { useConfig } from '#web/lib/use-config.ts'
import { Button, TextButton } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { type AuthFaceProps, emailProblem } from './auth-draft.ts'
import { EmailField } from './email-field.tsx'
import { GoogleButton } from './google-button.tsx'
import { useSubmit } from './use-submit.ts'

/** Signing in with a password, with the other ways beside it. */
export function SignIn({ draft, change, turnTo }: AuthFaceProps) {
	const { signInWithEmail } = useAuth()
	const open = (useConfig()?.signup ?? 'open') === 'open'
	const { busy, errors, form, submit, clear, missing } = useSubmit(async () => {
		const email = draft.email.trim()
		if (email && emailProblem(email)) return { email: emailProblem(email) }
		await signInWithEmail(email, draft.password)
		return undefined
	})
	return (
		<section>
			<h1 tabIndex={-1}>Sign in</h1>
			<p className="auth-lead">Your customers’ words are where you left them.</p>
			<GoogleButton />
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
				<PasswordField
					label="Password"
					aside={
						<TextButton className="ui-small" onClick={() => turnTo('forgotten')}>
							Forgotten it?
						</TextButton>
					}
					autoComplete="current-password"
					value={draft.password}
					error={errors.password ?? missing(draft.password, 'Type your password.')}
					onChange={(event) => {
						clear('password')
						change({ password: event.target.value })
					}}
				/>
				<Button type="submit" variant="primary" size="tall" wide busy={busy}>
					Sign in
				</Button>
				<Button variant="quiet" wide onClick={() => turnTo('link')}>
					<Mail size={16} aria-hidden="true" />
					E-mail me a link instead
				</Button>
			</form>
			<p className="auth-swap">
				{open ? (
					<>
						New to Plaudit?{' '}
						<TextButton onClick={() => turnTo('sign-up')}>Make an account</TextButton>. What you
						typed stays.
					</>
				) : (
					'New accounts are by invitation here. Ask whoever runs this Plaudit.'
				)}
			</p>
		</section>
	)
}
