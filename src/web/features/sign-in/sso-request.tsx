import { check } from '#web/lib/errors.ts'
import { supabase } from '#web/lib/supabase.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Button, TextButton } from '#web/ui/button.tsx'
import { useCaptcha } from '#web/ui/captcha.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { type AuthFaceProps, emailProblem } from './auth-draft.ts'
import { EmailField } from './email-field.tsx'

/** Signing in through one's company: the domain of the address says which one. Leaves for its page. */
export function SsoRequest({ draft, change, turnTo }: AuthFaceProps) {
	const captcha = useCaptcha()
	const { busy, errors, form, submit, clear } = useSubmit(async () => {
		const email = draft.email.trim()
		const wrong = emailProblem(email)
		if (wrong) return { email: wrong }
		const client = await supabase
		const answer = await client.auth.signInWithSSO({
			domain: email.slice(email.lastIndexOf('@') + 1).toLowerCase(),
			options: { redirectTo: `${window.location.origin}/`, captchaToken: await captcha.token() },
		})
		check(answer)
		return undefined
	})
	return (
		<section>
			<h1 tabIndex={-1}>Single sign-on</h1>
			<p className="auth-lead">
				Your organisation signs you in. Its page comes next, and then you are back here.
			</p>
			<form className="auth-fields" ref={form} onSubmit={submit} noValidate>
				{errors.form ? <Notice bad>{errors.form}</Notice> : null}
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
				<TextButton onClick={() => turnTo('sign-in')}>Back to sign in</TextButton>
			</p>
		</section>
	)
}
