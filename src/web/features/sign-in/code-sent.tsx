import { type ReactNode, useState } from 'react'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { useCaptcha } from '#web/ui/captcha.tsx'
import { CodeField } from '#web/ui/code-field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SendAgain } from '#web/ui/send-again.tsx'

/**
 * Waits for the six digits that went to somebody, and sends new ones after a minute.
 * @param props.from what they stand in; `sentAt` is in ms; `children` are the ways on from here
 */
export function CodeSent(props: {
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
	const again = useSubmit(async () => {
		await props.onSendAgain(await captcha.token())
		return undefined
	})
	const { code: wrong, ...others } = errors
	const problem = Object.values(others)[0] ?? Object.values(again.errors)[0]
	return (
		<section>
			<h1 tabIndex={-1}>{props.heading}</h1>
			<p className="auth-lead">{props.lead}</p>
			<form className="auth-fields" ref={form} onSubmit={submit} noValidate>
				{problem ? <Notice bad>{problem}</Notice> : null}
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
				<SendAgain sentAt={props.sentAt} onSend={() => void again.run()} />
				{props.children}
			</div>
		</section>
	)
}
