import { useState } from 'react'
import { toast } from 'sonner'
import { check, unwrap } from '#web/lib/errors.ts'
import { type PhoneCode, provePhone, textCode } from '#web/lib/second-factor.ts'
import { supabase } from '#web/lib/supabase.ts'
import { dropUnfinished } from './drop-unfinished.ts'
import { PhoneAndCode } from './phone-and-code.tsx'
import { useStepUp } from './step-up.tsx'

/** Sets up a phone that codes are texted to. */
export function AddPhone({ onDone }: { taken: readonly string[]; onDone: () => void }) {
	const confirmed = useStepUp()
	const [phone, setPhone] = useState('')
	const [sent, setSent] = useState<PhoneCode | null>(null)
	const begin = async (number: string) => {
		const client = await supabase
		await dropUnfinished(client, 'phone')
		const friendlyName = `Phone ${number.slice(-2)}`
		const { id } = await confirmed(async () =>
			unwrap(await client.auth.mfa.enroll({ factorType: 'phone', friendlyName, phone: number })),
		)
		setSent(await textCode(client, id))
	}
	const prove = async (code: string) => {
		if (sent) await provePhone(await supabase, sent, code)
		toast('Phone added')
		onDone()
	}
	const cancel = async () => {
		if (sent) check(await (await supabase).auth.mfa.unenroll({ factorId: sent.factorId }))
		onDone()
	}
	return (
		<PhoneAndCode
			className="account-enrol account-enrol-one"
			variant="primary"
			help="Messages can be intercepted. Where you can, add an authenticator or a key instead."
			phone={phone}
			onPhone={setPhone}
			sentAt={sent?.sentAt ?? null}
			onText={begin}
			onTextAgain={async () => {
				if (sent) setSent(await textCode(await supabase, sent.factorId))
			}}
			onCode={prove}
			words="Add the phone"
			onCancel={() => void cancel().catch(() => {})}
			cancel="Cancel"
		/>
	)
}
