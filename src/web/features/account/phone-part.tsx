import { useState } from 'react'
import { toast } from 'sonner'
import { useUser } from '#web/lib/auth-context.tsx'
import { check } from '#web/lib/errors.ts'
import { useKept } from '#web/lib/kept.ts'
import { phoneNumber, phoneProblem } from '#web/lib/phone-number.ts'
import { supabase } from '#web/lib/supabase.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeField } from '#web/ui/code-field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SendAgain } from '#web/ui/send-again.tsx'
import { SettingsPart } from '#web/ui/settings.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useStepUp } from './step-up.tsx'

type Texted = { phone: string; at: number }

/** The number that sign-in codes are texted to. A new one counts once its code was typed. */
export function PhonePart() {
	const user = useUser()
	const confirmed = useStepUp()
	const present = user.phone ? `+${user.phone}` : ''
	const [typed, setTyped] = useKept<string | null>('plaudit-new-phone', null)
	const [texted, setTexted] = useKept<Texted | null>('plaudit-new-phone-sent', null)
	const [code, setCode] = useState('')
	const changed = (typed ?? present).trim() !== present
	const textTo = async (phone: string) => {
		const client = await supabase
		await confirmed(async () => check(await client.auth.updateUser({ phone })))
		setTexted({ phone, at: Date.now() })
		return undefined
	}
	const { busy, errors, form, submit, clear } = useSubmit(async () => {
		if (!texted) {
			const wrong = phoneProblem(typed ?? '')
			return wrong ? { phone: wrong } : textTo(phoneNumber(typed ?? '') ?? '')
		}
		if (code.length !== 6) return { code: 'Type the six digits from the message.' }
		const { phone } = texted
		check(await (await supabase).auth.verifyOtp({ phone, token: code, type: 'phone_change' }))
		forget()
		toast('Phone number changed')
		return undefined
	})
	const again = useSubmit(async () => (texted ? textTo(texted.phone) : undefined))
	const forget = () => {
		setTyped(null)
		setTexted(null)
		setCode('')
	}
	const problem = errors.form ?? Object.values(again.errors)[0]
	return (
		<SettingsPart id="phone" title="Phone" words="Another way in: a code that comes to it.">
			<form className="ui-stack" ref={form} onSubmit={submit} noValidate>
				{problem ? <Notice bad>{problem}</Notice> : null}
				<TextField
					label="Phone number"
					type="tel"
					autoComplete="tel"
					dir="ltr"
					placeholder="+44 20 7946 0018"
					disabled={texted !== null}
					value={typed ?? present}
					error={errors.phone}
					onChange={({ target }) => {
						clear('phone')
						setTyped(target.value)
					}}
				/>
				{texted ? (
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
					<Button type="submit" disabled={!changed} busy={busy}>
						{texted ? 'Use this number' : 'Text me a code'}
					</Button>
					{texted ? <SendAgain sentAt={texted.at} onSend={() => void again.run()} /> : null}
					{changed ? (
						<Button variant="quiet" onClick={forget}>
							{present ? 'Keep the present one' : 'Cancel'}
						</Button>
					) : null}
				</div>
			</form>
		</SettingsPart>
	)
}
