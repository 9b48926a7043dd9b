import { toast } from 'sonner'
import { useUser } from '#web/lib/auth-context.tsx'
import { check } from '#web/lib/errors.ts'
import { useKept } from '#web/lib/kept.ts'
import { supabase } from '#web/lib/supabase.ts'
import { SettingsPart } from '#web/ui/settings.tsx'
import { PhoneAndCode } from './phone-and-code.tsx'
import { useStepUp } from './step-up.tsx'

type Texted = { phone: string; at: number }

/** The number that sign-in codes are texted to. A new one counts once its code was typed. */
export function PhonePart() {
	const user = useUser()
	const confirmed = useStepUp()
	const present = user.phone ? `+${user.phone}` : ''
	const [typed, setTyped] = useKept<string | null>('plaudit-new-phone', null)
	const [texted, setTexted] = useKept<Texted | null>('plaudit-new-phone-sent', null)
	const textTo = async (phone: string) => {
		const client = await supabase
		await confirmed(async () => check(await client.auth.updateUser({ phone })))
		setTexted({ phone, at: Date.now() })
	}
	const forget = () => {
		setTyped(null)
		setTexted(null)
	}
	const prove = async (token: string) => {
		if (!texted) return
		const { phone } = texted
		check(await (await supabase).auth.verifyOtp({ phone, token, type: 'phone_change' }))
		forget()
		toast('Phone number changed')
	}
	return (
		<SettingsPart id="phone" title="Phone" words="Another way in: a code that comes to it.">
			<PhoneAndCode
				className="ui-stack"
				phone={typed ?? present}
				onPhone={setTyped}
				sentAt={texted?.at ?? null}
				onText={textTo}
				onTextAgain={async () => {
					if (texted) await textTo(texted.phone)
				}}
				onCode={prove}
				words="Use this number"
				isUntouched={(typed ?? present).trim() === present}
				onCancel={forget}
				cancel={present ? 'Keep the present one' : 'Cancel'}
			/>
		</SettingsPart>
	)
}
