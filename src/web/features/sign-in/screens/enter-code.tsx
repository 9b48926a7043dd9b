import { type ReactNode, useState } from 'react'
import { AuthScreen } from '#web/features/sign-in/auth-layout.tsx'
import { useSubmit } from '#web/lib/forms/use-submit.ts'
import { useCaptcha } from '#web/ui/auth/captcha.tsx'
import { ResendButton } from '#web/ui/auth/resend-button.tsx'
import { SubmitForm } from '#web/ui/auth/submit-form.tsx'
import { CodeField } from '#web/ui/fields/code-field.tsx'

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
	const submission = useSubmit(async () => {
		if (code.length !== 6) return { code: `Type the six digits from the ${props.from}.` }
		await props.onCode(code)
	})
	const resend = useSubmit(async () => props.onSendAgain(await captcha.token()))
	const { code: wrong, ...others } = submission.errors
	const problem = Object.values(others)[0] ?? Object.values(resend.errors)[0]
	return (
		<AuthScreen title={props.heading} lead={props.lead}>
			<SubmitForm className="auth-fields" submission={submission} problem={problem} action="Continue">
				<CodeField
					label={`Code from the ${props.from}`}
					value={code}
					error={wrong}
					onChange={submission.edit('code', setCode)}
				/>
			</SubmitForm>
			<div className="auth-others">
				{captcha.widget}
				<ResendButton sentAt={props.sentAt} onSend={() => void resend.run()} />
				{props.children}
			</div>
		</AuthScreen>
	)
}
