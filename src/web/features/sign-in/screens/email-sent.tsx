import type { SentEmail } from '#web/features/sign-in/auth-draft.ts'
import { sendAuthEmail } from '#web/features/sign-in/methods/send-auth-email.ts'
import { throwIfError } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { TextButton } from '#web/ui/button.tsx'
import { EnterCode } from './enter-code.tsx'

/** After a mail was sent: open its link, or type its six digits here; resend after a minute. */
export function EmailSent({
	sent,
	onSent,
	onBack,
}: {
	sent: SentEmail
	onSent: (sent: SentEmail) => void
	onBack: () => void
}) {
	const { email, purpose } = sent
	return (
		<EnterCode
			heading="Look in your mail"
			lead={
				<>
					{purpose === 'signup' ? 'A link is on its way to ' : 'If there is an account for '}
					<strong>{email}</strong>
					{purpose === 'signup' ? '.' : ', a link is on its way.'} Open it on this device, or type the six digits from
					the mail.
				</>
			}
			from="mail"
			sentAt={sent.at}
			onCode={async (token) => throwIfError(await (await supabase).auth.verifyOtp({ email, token, type: purpose }))}
			onSendAgain={async (captchaToken) => {
				onSent({ ...sent, at: Date.now() })
				await sendAuthEmail(await supabase, purpose, email, captchaToken)
			}}
		>
			<p className="ui-quiet">
				Nothing yet? Look under spam, or <TextButton onClick={onBack}>use a password</TextButton>.
			</p>
		</EnterCode>
	)
}
