import { useEffect, useRef, useState } from 'react'
import { type AuthScreenProps, emailError, isSignupOpen, signupClosedText } from '#web/features/sign-in/auth-draft.ts'
import { AuthScreen } from '#web/features/sign-in/auth-layout.tsx'
import { EmailField } from '#web/features/sign-in/fields/email-field.tsx'
import { OtherMethods } from '#web/features/sign-in/methods/other-methods.tsx'
import { ProviderButtons } from '#web/features/sign-in/methods/provider-buttons.tsx'
import { useAuth } from '#web/lib/auth/auth-context.tsx'
import { authErrorMessage } from '#web/lib/auth/auth-errors.ts'
import { useConfig } from '#web/lib/client/config.ts'
import { useSubmit } from '#web/lib/forms/use-submit.ts'
import { useCaptcha } from '#web/ui/auth/captcha.tsx'
import { SubmitForm } from '#web/ui/auth/submit-form.tsx'
import { TextButton } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'

/** Sign-in with a password, beside the other methods. */
export function SignIn({ draft, change, showMode }: AuthScreenProps) {
	const { signInWithEmail } = useAuth()
	const captcha = useCaptcha()
	const [passkeyProblem, setPasskeyProblem] = useState<string>()
	const offerPasskeys = usePasskeyAutofill((error) => setPasskeyProblem(authErrorMessage(error)))
	const config = useConfig()
	const submission = useSubmit(async () => {
		const email = draft.email.trim()
		if (email && emailError(email)) return { email: emailError(email) }
		const isComplete = email && draft.password
		await signInWithEmail(email, draft.password, isComplete ? await captcha.token() : undefined)
	})
	const { errors, edit, missing } = submission
	const changePassword = edit('password', (password: string) => change({ password }))
	return (
		<AuthScreen title="Sign in" lead="Your customers’ words are where you left them.">
			<ProviderButtons />
			<SubmitForm
				className="auth-fields"
				submission={submission}
				problem={errors.form ?? passkeyProblem}
				action="Sign in"
			>
				<EmailField
					value={draft.email}
					autoComplete={offerPasskeys ? 'username webauthn' : 'username'}
					onFocus={offerPasskeys}
					error={errors.email ?? missing(draft.email, 'Type your e-mail address.')}
					onChange={edit('email', (email: string) => change({ email }))}
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
					onChange={({ target }) => changePassword(target.value)}
				/>
				{captcha.widget}
			</SubmitForm>
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
		</AuthScreen>
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
		const { startPasskeyAutofill } = await import('#web/features/sign-in/methods/sign-in-with-passkey.ts')
		await startPasskeyAutofill(signal).catch((error) => signal.aborted || onProblem(error))
	}
}
