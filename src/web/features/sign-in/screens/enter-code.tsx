import { type ReactNode, useState } from 'react'
import { useSubmit } from '#web/lib/forms/use-submit.ts'
import { useCaptcha } from '#web/ui/auth/captcha.tsx'
import { ResendButton } from '#web/ui/auth/resend-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { CodeField } from '#web/ui/fields/code-field.tsx'
import { Notice } from '#web/ui/notice.tsx'

/**
 * Asks for the six digits that were sent, and resends them after a minute.
 * @param props.from the channel of the code; `sentAt` is in ms; `children` are further links
 */
export function EnterCode(props: {
	heading: string
	lead: ReactNode
	from: 'mail' | 'message'
	sentAt: number
	onCode: (code: string) => Promise<void>
	onSendAgain: (captchaToken: string | undefined) => Promise<void>
	children: ReactNode
}) {
	const captcha = useCaptcha()
	const [code, setCode] = useState('')
	const { busy, errors, form, submit, clear } = useSubmit(async () => {
		if (code.length !== 6) return { code: `Type the six digits from the ${props.from}.` }
		await props.onCode(code)
		return undefined
	})
	const resend = useSubmit(async () => {
		await props.onSendAgain(await captcha.token())
		return undefined
	})
	const { code: wrong, ...others } = errors
	const problem = Object.values(others)[0] ?? Object.values(resend.errors)[0]
	return (
		<section>
			<h1 tabIndex={-1}>{props.heading}</h1>
			<p className="auth-lead">{props.lead}</p>
			<form className="auth-fields" ref={form} onSubmit={submit} noValidate>
				{problem ? <Notice isError>{problem}</Notice> : null}
				<CodeField
					label={`Code from the ${props.from}`}
					value={code}
					error={wrong}
					onChange={(digits) => {
						clear('code')
						setCode(digits)
					}}
				/>
				<Button type="submit" variant="primary" size="tall" wide busy={busy}>
					Continue
				</Button>
			</form>
			<div className="auth-others">
				{captcha.widget}
				<ResendButton sentAt={props.sentAt} onSend={() => void resend.run()} />
				{props.children}
			</div>
		</section>
	)
}
