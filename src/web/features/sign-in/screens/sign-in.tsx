import { useEffect, useRef, useState } from 'react'
import { type AuthScreenProps, emailError, isSignupOpen, signupClosedText } from '#web/features/sign-in/auth-draft.ts'
import { EmailField } from '#web/features/sign-in/fields/email-field.tsx'
import { OtherMethods } from '#web/features/sign-in/methods/other-methods.tsx'
import { ProviderButtons } from '#web/features/sign-in/methods/provider-buttons.tsx'
import { useAuth } from '#web/lib/auth/auth-context.tsx'
import { authErrorMessage } from '#web/lib/auth/auth-errors.ts'
import { useConfig } from '#web/lib/client/use-config.ts'
import { useSubmit } from '#web/lib/forms/use-submit.ts'
import { useCaptcha } from '#web/ui/auth/captcha.tsx'
import { Button, TextButton } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Sign-in with a password, beside the other methods. */
export function SignIn({ draft, change, showMode }: AuthScreenProps) {
	const { signInWithEmail } = useAuth()
	const captcha = useCaptcha()
	const [passkeyProblem, setPasskeyProblem] = useState<string>()
	const offerPasskeys = usePasskeyAutofill((error) => setPasskeyProblem(authErrorMessage(error)))
	const config = useConfig()
	const { busy, errors, form, submit, clear, missing } = useSubmit(async () => {
		const email = draft.email.trim()
		if (email && emailError(email)) return { email: emailError(email) }
		const isComplete = email && draft.password
		await signInWithEmail(email, draft.password, isComplete ? await captcha.token() : undefined)
		return undefined
	})
	return (
		<section>
			<h1 tabIndex={-1}>Sign in</h1>
			<p className="auth-lead">Your customers’ words are where you left them.</p>
			<ProviderButtons />
			<form className="auth-fields" ref={form} onSubmit={submit} noValidate>
				{errors.form || passkeyProblem ? <Notice isError>{errors.form ?? passkeyProblem}</Notice> : null}
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
						<TextButton className="ui-small" onClick={() => showMode('forgotten')}>
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
			<OtherMethods showMode={showMode} captcha={captcha} />
			<p className="auth-swap">
				{isSignupOpen(config) ? (
					<>
						New to Plaudit? <TextButton onClick={() => showMode('sign-up')}>Make an account</TextButton>. What you typed
						stays.
					</>
				) : (
					signupClosedText(config)
				)}
			</p>
		</section>
	)
}

/**
 * Enables passkey suggestions in the address field on its first focus.
 * @returns a focus handler, or undefined where passkeys or conditional mediation are unavailable
 */
function usePasskeyAutofill(onProblem: (error: unknown) => void): (() => void) | undefined {
	const config = useConfig()
	const controller = useRef<AbortController>(undefined)
	useEffect(() => () => controller.current?.abort(), [])
	// With a captcha each attempt costs a token; the button is enough there.
	if (!config?.passkeys || config.captcha || !('PublicKeyCredential' in window)) return undefined
	return async () => {
		if (controller.current) return
		controller.current = new AbortController()
		const { signal } = controller.current
		if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return
		const { startPasskeyAutofill: offerPasskeys } = await import(
			'#web/features/sign-in/methods/sign-in-with-passkey.ts'
		)
		await offerPasskeys(signal).catch((error) => signal.aborted || onProblem(error))
	}
}
