import { type AuthScreenProps, emailError } from '#web/features/sign-in/auth-draft.ts'
import { EmailField } from '#web/features/sign-in/fields/email-field.tsx'
import { throwIfError } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { useSubmit } from '#web/lib/forms/use-submit.ts'
import { useCaptcha } from '#web/ui/auth/captcha.tsx'
import { Button, TextButton } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Single sign-on: the domain of the address selects the company, and the browser is redirected to its page. */
export function SsoSignIn({ draft, change, showMode }: AuthScreenProps) {
	const captcha = useCaptcha()
	const { busy, errors, form, submit, clear } = useSubmit(async () => {
		const email = draft.email.trim()
		const wrong = emailError(email)
		if (wrong) return { email: wrong }
		const client = await supabase
		const answer = await client.auth.signInWithSSO({
			domain: email.slice(email.lastIndexOf('@') + 1).toLowerCase(),
			options: { redirectTo: `${window.location.origin}/`, captchaToken: await captcha.token() },
		})
		throwIfError(answer)
		return undefined
	})
	return (
		<section>
			<h1 tabIndex={-1}>Single sign-on</h1>
			<p className="auth-lead">Your organisation signs you in. Its page comes next, and then you are back here.</p>
			<form className="auth-fields" ref={form} onSubmit={submit} noValidate>
				{errors.form ? <Notice isError>{errors.form}</Notice> : null}
				<EmailField
					label="Work e-mail"
					value={draft.email}
					error={errors.email}
					help="Only the part after the @ is sent."
					onChange={(email) => {
						clear('email')
						change({ email })
					}}
				/>
				{captcha.widget}
				<Button type="submit" variant="primary" size="tall" wide busy={busy}>
					Continue with single sign-on
				</Button>
			</form>
			<p className="auth-swap">
				<TextButton onClick={() => showMode('sign-in')}>Back to sign in</TextButton>
			</p>
		</section>
	)
}
