import { useState } from 'react'
import { parsePhoneNumber, phoneNumberError } from '#web/lib/forms/phone-number.ts'
import { useSubmit } from '#web/lib/forms/use-submit.ts'
import { ResendButton } from '#web/ui/auth/resend-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { CodeField } from '#web/ui/fields/code-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'

type Props = {
	className: string
	variant?: 'primary'
	help?: string
	/** The number as typed. */
	phone: string
	onPhone: (typed: string) => void
	/** When a code was sent to the number, in ms; null before. */
	sentAt: number | null
	/** Sends a code to a number in E.164. */
	onText: (number: string) => Promise<void>
	onTextAgain: () => Promise<void>
	/** Verifies the number with the six digits. */
	onCode: (code: string) => Promise<void>
	/** Label of the final button. */
	submitLabel: string
	/** Disables sending and cancelling. */
	isUntouched?: boolean
	onCancel: () => void
	cancel: string
}

/** A number and, once a code was sent, its six digits: one form whose button names the next step. */
export function PhoneVerificationForm({ phone, sentAt, ...props }: Props) {
	const [code, setCode] = useState('')
	const { busy, errors, form, submit, edit } = useSubmit(async () => {
		if (sentAt === null) {
			const wrong = phoneNumberError(phone)
			if (wrong) return { phone: wrong }
			await props.onText(parsePhoneNumber(phone) ?? '')
		} else {
			if (code.length !== 6) return { code: 'Type the six digits from the message.' }
			await props.onCode(code)
			setCode('')
		}
	})
	const again = useSubmit(props.onTextAgain)
	const problem = errors.form ?? Object.values(again.errors)[0]
	return (
		<form className={props.className} ref={form} onSubmit={submit} noValidate>
			{problem ? <Notice isError>{problem}</Notice> : null}
			<TextField
				label="Phone number"
				type="tel"
				autoComplete="tel"
				dir="ltr"
				placeholder="+44 20 7946 0018"
				disabled={sentAt !== null}
				value={phone}
				error={errors.phone}
				help={props.help}
				onChange={edit('phone', ({ target }) => props.onPhone(target.value))}
			/>
			{sentAt === null ? null : (
				<div className="account-code">
					<CodeField label="Code from the message" value={code} error={errors.code} onChange={edit('code', setCode)} />
				</div>
			)}
			<div className="ui-buttons">
				<Button type="submit" variant={props.variant} disabled={props.isUntouched} busy={busy}>
					{sentAt === null ? 'Text me a code' : props.submitLabel}
				</Button>
				{sentAt === null ? null : <ResendButton sentAt={sentAt} onSend={() => void again.run()} />}
				{props.isUntouched ? null : (
					<Button
						variant="quiet"
						onClick={() => {
							setCode('')
							props.onCancel()
						}}
					>
						{props.cancel}
					</Button>
				)}
			</div>
		</form>
	)
}
