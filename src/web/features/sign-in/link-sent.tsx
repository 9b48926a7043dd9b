import { check } from '#web/lib/errors.ts'
import { supabase } from '#web/lib/supabase.ts'
import { TextButton } from '#web/ui/button.tsx'
import type { Sent } from './auth-draft.ts'
import { CodeSent } from './code-sent.tsx'
import { sendMail } from './send-mail.ts'

/** After a mail: open its link, or type its six digits here; send it again after a minute. */
export function LinkSent({
	sent,
	onSent,
	onBack,
}: {
	sent: Sent
	onSent: (sent: Sent) => void
	onBack: () => void
}) {
	const { email, purpose } = sent
	return (
		<CodeSent
			heading="Look in your mail"
			lead={
				<>
					{purpose === 'signup' ? 'A link is on its way to ' : 'If there is an account for '}
					<strong>{email}</strong>
					{purpose === 'signup' ? '.' : ', a link is on its way.'} Open it on this device, or type
					the six digits from the mail.
				</>
			}
			from="mail"
			sentAt={sent.at}
			onCode={async (token) =>
				check(await (await supabase).auth.verifyOtp({ email, token, type: purpose }))
			}
			onSendAgain={async (captchaToken) => {
				onSent({ ...sent, at: Date.now() })
				await sendMail(await supabase, purpose, email, captchaToken)
			}}
		>
			<p className="ui-quiet">
				Nothing yet? Look under spam, or <TextButton onClick={onBack}>use a password</TextButton>.
			</p>
		</CodeSent>
	)
}
