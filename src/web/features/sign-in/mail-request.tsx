import { supabase } from '#web/lib/supabase.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Button, TextButton } from '#web/ui/button.tsx'
import { useCaptcha } from '#web/ui/captcha.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { type AuthFaceProps, emailProblem } from './auth-draft.ts'
import { EmailField } from './email-field.tsx'
import { sendMail } from './send-mail.ts'

const words = {
	forgotten: {
		title: 'Forgotten password',
		lead: 'We send you a link. It works once, for an hour, and your other devices stay signed in until you choose a new password.',
	},
	link: {
		title: 'A link by mail',
		lead: 'We send you a link that signs you in. No password needed; it works once, for an hour.',
	},
}

/** Asks for the address that a recovery link or a sign-in link goes to. */
export function MailRequest({
	purpose,
	draft,
	change,
	turnTo,
	onSent,
}: AuthFaceProps & { purpose: 'forgotten' | 'link' }) {
	const { title, lead } = words[purpose]
	const captcha = useCaptcha()
	const { busy, errors, form, submit, clear } = useSubmit(async () => {
		const email = draft.email.trim()
		const wrong = emailProblem(email)
		if (wrong) return { email: wrong }
		const kind = purpose === 'forgotten' ? 'recovery' : 'email'
		await sendMail(await supabase, kind, email, await captcha.token())
		onSent({ email, purpose: kind, at: Date.now() })
		return undefined
	})
	return (
		<section>
			<h1 tabIndex={-1}>{title}</h1>
			<p className="auth-lead">{lead}</p>
			<form className="auth-fields" ref={form} onSubmit={submit} noValidate>
				{errors.form ? <Notice bad>{errors.form}</Notice> : null}
				<EmailField
					value={draft.email}
					error={errors.email}
					onChange={(email) => {
						clear('email')
						change({ email })
					}}
				/>
				{captcha.widget}
				<Button type="submit" variant="primary" size="tall" wide busy={busy}>
					Send the link
				</Button>
			</form>
			<p className="auth-swap">
				<TextButton onClick={() => turnTo('sign-in')}>Back to sign in</TextButton>
			</p>
		</section>
	)
}
