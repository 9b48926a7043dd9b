import { useState } from 'react'
import { toast } from 'sonner'
import { PhoneVerificationForm } from '#web/features/account/phone-verification-form.tsx'
import { useStepUp } from '#web/features/account/step-up/step-up.tsx'
import { type SentPhoneCode, sendPhoneCode, verifyPhoneCode } from '#web/lib/auth/mfa.ts'
import { throwIfError, unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { removeUnverifiedFactors } from './remove-unverified-factors.ts'

/** Enrolls a phone that receives codes by text message. */
export function AddPhoneFactor({ onDone }: { taken: readonly string[]; onDone: () => void }) {
	const withStepUp = useStepUp()
	const [phone, setPhone] = useState('')
	const [sent, setSent] = useState<SentPhoneCode | null>(null)
	const enroll = async (number: string) => {
		const client = await supabase
		await removeUnverifiedFactors(client, 'phone')
		const friendlyName = `Phone ${number.slice(-2)}`
		const { id } = await withStepUp(async () =>
			unwrap(await client.auth.mfa.enroll({ factorType: 'phone', friendlyName, phone: number })),
		)
		setSent(await sendPhoneCode(client, id))
	}
	const verify = async (code: string) => {
		if (sent) await verifyPhoneCode(await supabase, sent, code)
		toast('Phone added')
		onDone()
	}
	const cancel = async () => {
		if (sent) throwIfError(await (await supabase).auth.mfa.unenroll({ factorId: sent.factorId }))
		onDone()
	}
	return (
		<PhoneVerificationForm
			className="account-enrol account-enrol-one"
			variant="primary"
			help="Messages can be intercepted. Where you can, add an authenticator or a key instead."
			phone={phone}
			onPhone={setPhone}
			sentAt={sent?.sentAt ?? null}
			onText={enroll}
			onTextAgain={async () => {
				if (sent) setSent(await sendPhoneCode(await supabase, sent.factorId))
			}}
			onCode={verify}
			submitLabel="Add the phone"
			onCancel={() => void cancel().catch(() => {})}
			cancel="Cancel"
		/>
	)
}
