import { toast } from 'sonner'
import { PhoneVerificationForm } from '#web/features/account/phone-verification-form.tsx'
import { useStepUp } from '#web/features/account/step-up/step-up.tsx'
import { useUser } from '#web/lib/auth/auth-context.tsx'
import { throwIfError } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { useSessionStorage } from '#web/lib/storage/session-storage.ts'
import { SettingsSection } from '#web/ui/settings.tsx'

type SentCode = { phone: string; at: number }

/** The number for sign-in codes. A new one takes effect once its code is entered. */
export function PhoneSection() {
	const user = useUser()
	const withStepUp = useStepUp()
	const present = user.phone ? `+${user.phone}` : ''
	const [typed, setTyped] = useSessionStorage<string | null>('plaudit-new-phone', null)
	const [sentCode, setSentCode] = useSessionStorage<SentCode | null>('plaudit-new-phone-sent', null)
	const sendCode = async (phone: string) => {
		const client = await supabase
		await withStepUp(async () => throwIfError(await client.auth.updateUser({ phone })))
		setSentCode({ phone, at: Date.now() })
	}
	const forget = () => {
		setTyped(null)
		setSentCode(null)
	}
	const verifyCode = async (token: string) => {
		if (!sentCode) return
		const { phone } = sentCode
		throwIfError(await (await supabase).auth.verifyOtp({ phone, token, type: 'phone_change' }))
		forget()
		toast('Phone number changed')
	}
	return (
		<SettingsSection id="phone" title="Phone" text="Another way in: a code that comes to it.">
			<PhoneVerificationForm
				className="ui-stack"
				phone={typed ?? present}
				onPhone={setTyped}
				sentAt={sentCode?.at ?? null}
				onText={sendCode}
				onTextAgain={async () => {
					if (sentCode) await sendCode(sentCode.phone)
				}}
				onCode={verifyCode}
				submitLabel="Use this number"
				isUntouched={(typed ?? present).trim() === present}
				onCancel={forget}
				cancel={present ? 'Keep the present one' : 'Cancel'}
			/>
		</SettingsSection>
	)
}
