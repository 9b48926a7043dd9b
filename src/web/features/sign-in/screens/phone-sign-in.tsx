import type { AuthScreenProps } from '#web/features/sign-in/auth-draft.ts'
import { AuthScreen, BackToSignIn } from '#web/features/sign-in/auth-layout.tsx'
import { checkExceptUnknownUser } from '#web/features/sign-in/methods/send-auth-email.ts'
import { throwIfError } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { parsePhoneNumber, phoneNumberError } from '#web/lib/forms/phone-number.ts'
import { useSubmit } from '#web/lib/forms/use-submit.ts'
import { useSessionStorage } from '#web/lib/storage/session-storage.ts'
import { useCaptcha } from '#web/ui/auth/captcha.tsx'
import { SubmitForm } from '#web/ui/auth/submit-form.tsx'
import { TextButton } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { EnterCode } from './enter-code.tsx'

type SentCode = { phone: string; at: number }

/** Sign-in with a code sent to a phone; the pending code survives a reload. */
export function PhoneSignIn(props: AuthScreenProps) {
	const [texted, setTexted] = useSessionStorage<SentCode | null>('plaudit-auth-texted', null)
	if (texted) return <EnterPhoneCode texted={texted} onTexted={setTexted} />
	return <PhoneRequest {...props} onTexted={setTexted} />
}

function PhoneRequest({
	draft,
	change,
	showMode,
	onTexted,
}: AuthScreenProps & { onTexted: (texted: SentCode) => void }) {
	const captcha = useCaptcha()
	const submission = useSubmit(async () => {
		const wrong = phoneNumberError(draft.phone)
		if (wrong) return { phone: wrong }
		const phone = parsePhoneNumber(draft.phone) ?? ''
		await sendCode(phone, await captcha.token())
		onTexted({ phone, at: Date.now() })
	})
	const onChange = submission.edit('phone', (phone: string) => change({ phone }))
	return (
		<AuthScreen title="A code by phone" lead="We text six digits to the number of your account.">
			<SubmitForm className="auth-fields" submission={submission} action="Text me the code">
				<TextField
					label="Phone number"
					type="tel"
					name="tel"
					autoComplete="tel"
					dir="ltr"
					placeholder="+44 20 7946 0018"
					value={draft.phone}
					error={submission.errors.phone}
					onChange={({ target }) => onChange(target.value)}
				/>
				{captcha.widget}
			</SubmitForm>
			<BackToSignIn showMode={showMode} />
		</AuthScreen>
	)
}

function EnterPhoneCode({ texted, onTexted }: { texted: SentCode; onTexted: (texted: SentCode | null) => void }) {
	const { phone } = texted
	return (
		<EnterCode
			heading="Look at your phone"
			lead={
				<>
					If there is an account for{' '}
					<strong>
						<bdi dir="ltr">{phone}</bdi>
					</strong>
					, six digits are on their way.
				</>
			}
			from="message"
			sentAt={texted.at}
			onCode={async (token) => {
				throwIfError(await (await supabase).auth.verifyOtp({ phone, token, type: 'sms' }))
				onTexted(null)
			}}
			onSendAgain={async (captchaToken) => {
				onTexted({ phone, at: Date.now() })
				await sendCode(phone, captchaToken)
			}}
		>
			<TextButton onClick={() => onTexted(null)}>Use another number</TextButton>
		</EnterCode>
	)
}

/** Creates no account: a mistyped number would create one for another person. */
async function sendCode(phone: string, captchaToken?: string): Promise<void> {
	const client = await supabase
	checkExceptUnknownUser(await client.auth.signInWithOtp({ phone, options: { shouldCreateUser: false, captchaToken } }))
}
