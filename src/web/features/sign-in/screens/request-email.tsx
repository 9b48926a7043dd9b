import { type AuthScreenProps, emailError } from '#web/features/sign-in/auth-draft.ts'
import { EmailField } from '#web/features/sign-in/fields/email-field.tsx'
import { sendAuthEmail } from '#web/features/sign-in/methods/send-auth-email.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { useSubmit } from '#web/lib/forms/use-submit.ts'
import { useCaptcha } from '#web/ui/auth/captcha.tsx'
import { Button, TextButton } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

const texts = {
	forgotten: {
		title: 'Forgotten password',
		lead: 'We send you a link. It works once, for an hour, and your other devices stay signed in until you choose a new password.',
	},
	link: {
		title: 'A link by mail',
		lead: 'We send you a link that signs you in. No password needed; it works once, for an hour.',
	},
}

/** Asks for the address of a recovery link or a sign-in link. */
export function RequestEmail({
	purpose,
	draft,
	change,
	showMode,
	onSent,
}: AuthScreenProps & { purpose: 'forgotten' | 'link' }) {
	const { title, lead } = texts[purpose]
	const captcha = useCaptcha()
	const { busy, errors, form, submit, clear } = useSubmit(async () => {
		const email = draft.email.trim()
		const wrong = emailError(email)
		if (wrong) return { email: wrong }
		const kind = purpose === 'forgotten' ? 'recovery' : 'email'
		await sendAuthEmail(await supabase, kind, email, await captcha.token())
		onSent({ email, purpose: kind, at: Date.now() })
		return undefined
	})
	return (
		<section>
			<h1 tabIndex={-1}>{title}</h1>
			<p className="auth-lead">{lead}</p>
			<form className="auth-fields" ref={form} onSubmit={submit} noValidate>
				{errors.form ? <Notice isError>{errors.form}</Notice> : null}
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
				<TextButton onClick={() => showMode('sign-in')}>Back to sign in</TextButton>
			</p>
		</section>
	)
}
