import { useState } from 'react'
import { phoneNumber, phoneProblem } from '#web/lib/phone-number.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeField } from '#web/ui/code-field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SendAgain } from '#web/ui/send-again.tsx'
import { TextField } from '#web/ui/text-field.tsx'

type Props = {
	className: string
	variant?: 'primary'
	help?: string
	/** As it was typed. */
	phone: string
	onPhone: (typed: string) => void
	/** When a code went to the number, in ms; null before. */
	sentAt: number | null
	/** Has a code sent to a number in E.164. */
	onText: (number: string) => Promise<void>
	onTextAgain: () => Promise<void>
	/** Proves the number with the six digits. */
	onCode: (code: string) => Promise<void>
	/** What the button says at the end. */
	words: string
	/** Nothing can be sent and nothing taken back. */
	isUntouched?: boolean
	onCancel: () => void
	cancel: string
}

/** A number, and once a code went to it the six digits: one form, whose button says what comes next. */
export function PhoneAndCode({ phone, sentAt, ...props }: Props) {
	const [code, setCode] = useState('')
	const { busy, errors, form, submit, clear } = useSubmit(async () => {
		if (sentAt === null) {
			const wrong = phoneProblem(phone)
			if (wrong) return { phone: wrong }
			await props.onText(phoneNumber(phone) ?? '')
		} else {
			if (code.length !== 6) return { code: 'Type the six digits from the message.' }
			await props.onCode(code)
			setCode('')
		}
		return undefined
	})
	const again = useSubmit(async () => void (await props.onTextAgain()))
	const problem = errors.form ?? Object.values(again.errors)[0]
	return (
		<form className={props.className} ref={form} onSubmit={submit} noValidate>
			{problem ? <Notice bad>{problem}</Notice> : null}
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
				onChange={({ target }) => {
					clear('phone')
					props.onPhone(target.value)
				}}
			/>
			{sentAt === null ? null : (
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
			)}
			<div className="ui-buttons">
				<Button type="submit" variant={props.variant} disabled={props.isUntouched} busy={busy}>
					{sentAt === null ? 'Text me a code' : props.words}
				</Button>
				{sentAt === null ? null : <SendAgain sentAt={sentAt} onSend={() => void again.run()} />}
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
