import { useState } from 'react'
import { toast } from 'sonner'
import { check, unwrap } from '#web/lib/errors.ts'
import { phoneNumber, phoneProblem } from '#web/lib/phone-number.ts'
import { type PhoneCode, provePhone, textCode } from '#web/lib/second-factor.ts'
import { supabase } from '#web/lib/supabase.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeField } from '#web/ui/code-field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SendAgain } from '#web/ui/send-again.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { dropUnfinished } from './drop-unfinished.ts'
import { useStepUp } from './step-up.tsx'

/** Sets up a phone that codes are texted to. */
export function AddPhone({ onDone }: { taken: readonly string[]; onDone: () => void }) {
	const confirmed = useStepUp()
	const [phone, setPhone] = useState('')
	const [sent, setSent] = useState<PhoneCode | null>(null)
	const [code, setCode] = useState('')
	const { busy, errors, form, submit, clear } = useSubmit(async () => {
		const client = await supabase
		if (!sent) {
			const wrong = phoneProblem(phone)
			if (wrong) return { phone: wrong }
			const number = phoneNumber(phone) ?? ''
			await dropUnfinished(client, 'phone')
			const { id } = await confirmed(async () =>
				unwrap(
					await client.auth.mfa.enroll({
						factorType: 'phone',
						friendlyName: `Phone ${number.slice(-2)}`,
						phone: number,
					}),
				),
			)
			setSent(await textCode(client, id))
			return undefined
		}
		if (code.length !== 6) return { code: 'Type the six digits from the message.' }
		await provePhone(client, sent, code)
		toast('Phone added')
		onDone()
		return undefined
	})
	const again = useSubmit(async () => {
		if (sent) setSent(await textCode(await supabase, sent.factorId))
		return undefined
	})
	const cancel = async () => {
		if (sent) check(await (await supabase).auth.mfa.unenroll({ factorId: sent.factorId }))
		onDone()
	}
	const problem = errors.form ?? Object.values(again.errors)[0]
	return (
		<form className="account-enrol account-enrol-one" ref={form} onSubmit={submit} noValidate>
			{problem ? <Notice bad>{problem}</Notice> : null}
			<TextField
				label="Phone number"
				type="tel"
				autoComplete="tel"
				dir="ltr"
				placeholder="+44 20 7946 0018"
				disabled={sent !== null}
				value={phone}
				error={errors.phone}
				help="Messages can be intercepted. Where you can, add an authenticator or a key instead."
				onChange={({ target }) => {
					clear('phone')
					setPhone(target.value)
				}}
			/>
			{sent ? (
				<div className="account-code">
					<CodeField
						label="Code from the message"
						value={code}
						error={errors.code}
						onChange={(digits) => {
							clear('code')
							setCode(digits)
						}}
					/>
				</div>
			) : null}
			<div className="ui-buttons">
				<Button type="submit" variant="primary" busy={busy}>
					{sent ? 'Add the phone' : 'Text me a code'}
				</Button>
				{sent ? <SendAgain sentAt={sent.sentAt} onSend={() => void again.run()} /> : null}
				<Button variant="quiet" onClick={() => void cancel().catch(() => {})}>
					Cancel
				</Button>
			</div>
		</form>
	)
}
