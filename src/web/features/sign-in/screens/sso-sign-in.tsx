import { type AuthScreenProps, emailError } from '#web/features/sign-in/auth-draft.ts'
import { AuthScreen, BackToSignIn } from '#web/features/sign-in/auth-layout.tsx'
import { EmailField } from '#web/features/sign-in/fields/email-field.tsx'
import { throwIfError } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { useSubmit } from '#web/lib/forms/use-submit.ts'
import { useCaptcha } from '#web/ui/auth/captcha.tsx'
import { SubmitForm } from '#web/ui/auth/submit-form.tsx'

/** Single sign-on: the domain of the address selects the company, and the browser is redirected to its page. */
export function SsoSignIn({ draft, change, showMode }: AuthScreenProps) {
	const captcha = useCaptcha()
	const submission = useSubmit(async () => {
		const email = draft.email.trim()
		const wrong = emailError(email)
		if (wrong) return { email: wrong }
		const client = await supabase
		const answer = await client.auth.signInWithSSO({
			domain: email.slice(email.lastIndexOf('@') + 1).toLowerCase(),
			options: { redirectTo: `${window.location.origin}/`, captchaToken: await captcha.token() },
		})
		throwIfError(answer)
	})
	return (
		<AuthScreen
			title="Single sign-on"
			lead="Your organisation signs you in. Its page comes next, and then you are back here."
		>
			<SubmitForm className="auth-fields" submission={submission} action="Continue with single sign-on">
				<EmailField
					label="Work e-mail"
					value={draft.email}
					error={submission.errors.email}
					help="Only the part after the @ is sent."
					onChange={submission.edit('email', (email: string) => change({ email }))}
				/>
				{captcha.widget}
			</SubmitForm>
			<BackToSignIn showMode={showMode} />
		</AuthScreen>
	)
}
