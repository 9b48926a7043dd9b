import type { Factor } from '@supabase/supabase-js'
import { KeyRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { isAuthError } from '#web/lib/auth/auth-errors.ts'
import { maskedPhone, type SentPhoneCode, sendPhoneCode, verifyPhoneCode, verifyTotp } from '#web/lib/auth/mfa.ts'
import { throwIfError } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { type Submission, useSubmit } from '#web/lib/forms/use-submit.ts'
import { useSessionStorage } from '#web/lib/storage/session-storage.ts'
import { CodeField } from '#web/ui/fields/code-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { ResendButton } from './resend-button.tsx'
import { SubmitForm } from './submit-form.tsx'

type FactorFormProps = { factor: Factor; onVerified?: (() => void) | undefined }

/** The six digits of an authenticator app. */
export function TotpForm({ factor, onVerified }: FactorFormProps) {
	const [code, setCode] = useState('')
	const submission = useSubmit(async () => {
		if (code.length !== 6) return { code: 'Type the six digits that it shows now.' }
		await verifyTotp(await supabase, factor.id, code)
		onVerified?.()
	})
	return (
		<FactorForm
			submission={submission}
			intro={
				<>
					Six digits from the authenticator
					<FactorName name={factor.friendly_name} />. They change every 30 seconds.
				</>
			}
		>
			<CodeField label="Code" value={code} error={submission.errors.code} onChange={submission.edit('code', setCode)} />
		</FactorForm>
	)
}

/** A code sent by text message on request; the request survives a reload. */
export function PhoneCodeForm({ factor, onVerified }: FactorFormProps) {
	const [sent, setSent] = useSessionStorage<SentPhoneCode | null>(`plaudit-texted-${factor.id}`, null)
	const [code, setCode] = useState('')
	const send = async () => setSent(await sendPhoneCode(await supabase, factor.id))
	const submission = useSubmit(async () => {
		if (!sent) return void (await send())
		if (code.length !== 6) return { code: 'Type the six digits from the message.' }
		await verifyPhoneCode(await supabase, sent, code)
		setSent(null)
		onVerified?.()
	})
	const again = useSubmit(send)
	return (
		<FactorForm
			submission={submission}
			problem={submission.errors.form ?? again.errors.form}
			intro={
				<>
					{sent ? 'Six digits went to ' : 'We text six digits to '}
					<span dir="ltr">{maskedPhone(factor)}</span>.
				</>
			}
			action={sent ? 'Continue' : 'Text me the code'}
			after={sent ? <ResendButton sentAt={sent.sentAt} onSend={() => void again.run()} /> : null}
		>
			{sent ? (
				<CodeField
					label="Code from the message"
					value={code}
					error={submission.errors.code ?? again.errors.code}
					onChange={submission.edit('code', setCode)}
				/>
			) : null}
		</FactorForm>
	)
}

/** A passkey or security key, through the browser's own dialog. */
export function SecurityKeyForm({ factor, onVerified }: FactorFormProps) {
	const submission = useSubmit(async () => {
		throwIfError(await (await supabase).auth.mfa.webauthn.authenticate({ factorId: factor.id }))
		onVerified?.()
	})
	return (
		<FactorForm
			submission={submission}
			intro={
				<>
					Your browser asks for your passkey or security key
					<FactorName name={factor.friendly_name} />.
				</>
			}
			action={
				<>
					<KeyRound size={18} aria-hidden="true" />
					Use the key
				</>
			}
		/>
	)
}

/** A recovery code, which is used up. */
export function RecoveryCodeForm({ onVerified }: FactorFormProps) {
	const [code, setCode] = useState('')
	const submission = useSubmit(async () => {
		if (!code.trim()) return { code: 'Type one of your recovery codes.' }
		const { error } = await (await supabase).auth.mfa.recoveryCodes.verify({ code: code.trim() })
		if (isAuthError(error, 'mfa_verification_failed'))
			return { code: 'That code is wrong or was used. Type another one.' }
		throwIfError({ error })
		onVerified?.()
	})
	const onChange = submission.edit('code', setCode)
	return (
		<FactorForm submission={submission} intro="One of the codes that you kept when you set this up. Each works once.">
			<TextField
				label="Recovery code"
				className="ui-proof-recovery"
				autoComplete="off"
				autoCapitalize="off"
				spellCheck={false}
				dir="ltr"
				value={code}
				error={submission.errors.code}
				help="Capitals, spaces and dashes make no difference."
				onChange={({ target }) => onChange(target.value)}
			/>
		</FactorForm>
	)
}

function FactorForm({
	intro,
	...rest
}: {
	submission: Submission
	intro: ReactNode
	problem?: string | undefined
	action?: ReactNode
	after?: ReactNode
	children?: ReactNode
}) {
	return (
		<>
			<p className="ui-proof-lead">{intro}</p>
			<SubmitForm className="ui-proof" action="Continue" {...rest} />
		</>
	)
}

function FactorName({ name }: { name: string | undefined }) {
	return name ? (
		<>
			{' '}
			on “<bdi>{name}</bdi>”
		</>
	) : null
}
