import { type AuthScreenProps, emailError, modeTitles } from '#web/features/sign-in/auth-draft.ts'
import { AuthScreen, BackToSignIn } from '#web/features/sign-in/auth-layout.tsx'
import { EmailField } from '#web/features/sign-in/fields/email-field.tsx'
import { sendAuthEmail } from '#web/features/sign-in/methods/send-auth-email.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { useSubmit } from '#web/lib/forms/use-submit.ts'
import { useCaptcha } from '#web/ui/auth/captcha.tsx'
import { SubmitForm } from '#web/ui/auth/submit-form.tsx'

const leads = {
	forgotten:
		'We send you a link. It works once, for an hour, and your other devices stay signed in until you choose a new password.',
	link: 'We send you a link that signs you in. No password needed; it works once, for an hour.',
}

/** Asks for the address of a recovery link or a sign-in link. */
export function RequestEmail({
	purpose,
	draft,
	change,
	showMode,
	onSent,
}: AuthScreenProps & { purpose: 'forgotten' | 'link' }) {
	const captcha = useCaptcha()
	const submission = useSubmit(async () => {
		const email = draft.email.trim()
		const wrong = emailError(email)
		if (wrong) return { email: wrong }
		const kind = purpose === 'forgotten' ? 'recovery' : 'email'
		await sendAuthEmail(await supabase, kind, email, await captcha.token())
		onSent({ email, purpose: kind, at: Date.now() })
	})
	return (
		<AuthScreen title={modeTitles[purpose]} lead={leads[purpose]}>
			<SubmitForm className="auth-fields" submission={submission} action="Send the link">
				<EmailField
					value={draft.email}
					error={submission.errors.email}
					onChange={submission.edit('email', (email: string) => change({ email }))}
				/>
				{captcha.widget}
			</SubmitForm>
			<BackToSignIn showMode={showMode} />
		</AuthScreen>
	)
}
