import { useState } from 'react'
import { useAuth } from '#web/lib/auth-context.tsx'
import { sayAuthError } from '#web/lib/auth-errors.ts'
import { useConfig } from '#web/lib/use-config.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Button, TextButton } from '#web/ui/button.tsx'
import { useCaptcha } from '#web/ui/captcha.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { type AuthFaceProps, emailProblem, isOpen, noNewAccounts } from './auth-draft.ts'
import { EmailField } from './email-field.tsx'
import { OtherWays } from './other-ways.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { usePasskeyAutofill } from './use-passkey-autofill.ts'

/** Signing in with a password, with the other ways beside it. */
export function SignIn({ draft, change, turnTo }: AuthFaceProps) {
	const { signInWithEmail } = useAuth()
	const captcha = useCaptcha()
	const [passkeyProblem, setPasskeyProblem] = useState<string>()
	const offerPasskeys = usePasskeyAutofill((error) => setPasskeyProblem(sayAuthError(error)))
	const config = useConfig()
	const { busy, errors, form, submit, clear, missing } = useSubmit(async () => {
		const email = draft.email.trim()
		if (email && emailProblem(email)) return { email: emailProblem(email) }
		const given = email && draft.password
		await signInWithEmail(email, draft.password, given ? await captcha.token() : undefined)
		return undefined
	})
	return (
		<section>
			<h1 tabIndex={-1}>Sign in</h1>
			<p className="auth-lead">Your customers’ words are where you left them.</p>
			<ProviderButtons />
			<form className="auth-fields" ref={form} onSubmit={submit} noValidate>
				{errors.form || passkeyProblem ? (
					<Notice bad>{errors.form ?? passkeyProblem}</Notice>
				) : null}
				<EmailField
					value={draft.email}
					autoComplete={offerPasskeys ? 'username webauthn' : 'username'}
					onFocus={offerPasskeys}
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
				{captcha.widget}
				<Button type="submit" variant="primary" size="tall" wide busy={busy}>
					Sign in
				</Button>
			</form>
			<OtherWays turnTo={turnTo} captcha={captcha} />
			<p className="auth-swap">
				{isOpen(config) ? (
					<>
						New to Plaudit?{' '}
						<TextButton onClick={() => turnTo('sign-up')}>Make an account</TextButton>. What you
						typed stays.
					</>
				) : (
					noNewAccounts(config)
				)}
			</p>
		</section>
	)
}
