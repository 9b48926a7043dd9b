import type { Factor } from '@supabase/supabase-js'
import { KeyRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { isAuthError } from '#web/lib/auth/auth-errors.ts'
import {
	maskedPhone,
	type SentPhoneCode,
	sendPhoneCode,
	verifyPhoneCode,
	verifyRecoveryCode,
	verifySecurityKey,
	verifyTotp,
} from '#web/lib/auth/mfa.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { useSubmit } from '#web/lib/forms/use-submit.ts'
import { useSessionStorage } from '#web/lib/storage/session-storage.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeField } from '#web/ui/fields/code-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ResendButton } from './resend-button.tsx'

type FactorFormProps = { factor: Factor; onVerified?: (() => void) | undefined }

/** The six digits of an authenticator app. */
export function TotpForm({ factor, onVerified }: FactorFormProps) {
	const [code, setCode] = useState('')
	const { busy, errors, form, submit, clear } = useSubmit(async () => {
		if (code.length !== 6) return { code: 'Type the six digits that it shows now.' }
		await verifyTotp(await supabase, factor.id, code)
		onVerified?.()
		return undefined
	})
	return (
		<>
			<FactorFormIntro>
				Six digits from the authenticator
				<FactorName name={factor.friendly_name} />. They change every 30 seconds.
			</FactorFormIntro>
			<form className="ui-proof" ref={form} onSubmit={submit} noValidate>
				{errors.form ? <Notice isError>{errors.form}</Notice> : null}
				<CodeField
					label="Code"
					value={code}
					error={errors.code}
					onChange={(digits) => {
						clear('code')
						setCode(digits)
					}}
				/>
				<ContinueButton busy={busy} />
			</form>
		</>
	)
}

/** A code sent by text message on request; the request survives a reload. */
export function PhoneCodeForm({ factor, onVerified }: FactorFormProps) {
	const [sent, setSent] = useSessionStorage<SentPhoneCode | null>(`plaudit-texted-${factor.id}`, null)
	const [code, setCode] = useState('')
	const end = maskedPhone(factor)
	const send = async () => {
		setSent(await sendPhoneCode(await supabase, factor.id))
		return undefined
	}
	const { busy, errors, form, submit, clear } = useSubmit(async () => {
		if (!sent) return send()
		if (code.length !== 6) return { code: 'Type the six digits from the message.' }
		await verifyPhoneCode(await supabase, sent, code)
		setSent(null)
		onVerified?.()
		return undefined
	})
	const again = useSubmit(send)
	return (
		<>
			<FactorFormIntro>
				{sent ? 'Six digits went to ' : 'We text six digits to '}
				<span dir="ltr">{end}</span>.
			</FactorFormIntro>
			<form className="ui-proof" ref={form} onSubmit={submit} noValidate>
				{errors.form || again.errors.form ? <Notice isError>{errors.form ?? again.errors.form}</Notice> : null}
				{sent ? (
					<CodeField
						label="Code from the message"
						value={code}
						error={errors.code ?? again.errors.code}
						onChange={(digits) => {
							clear('code')
							setCode(digits)
						}}
					/>
				) : null}
				<ContinueButton busy={busy} label={sent ? 'Continue' : 'Text me the code'} />
				{sent ? <ResendButton sentAt={sent.sentAt} onSend={() => void again.run()} /> : null}
			</form>
		</>
	)
}

/** A passkey or security key, through the browser's own dialog. */
export function SecurityKeyForm({ factor, onVerified }: FactorFormProps) {
	const { busy, errors, form, submit } = useSubmit(async () => {
		await verifySecurityKey(await supabase, factor.id)
		onVerified?.()
		return undefined
	})
	return (
		<>
			<FactorFormIntro>
				Your browser asks for your passkey or security key
				<FactorName name={factor.friendly_name} />.
			</FactorFormIntro>
			<form className="ui-proof" ref={form} onSubmit={submit} noValidate>
				{errors.form ? <Notice isError>{errors.form}</Notice> : null}
				<ContinueButton
					busy={busy}
					label={
						<>
							<KeyRound size={18} aria-hidden="true" />
							Use the key
						</>
					}
				/>
			</form>
		</>
	)
}

/** A recovery code, which is used up. */
export function RecoveryCodeForm({ onVerified }: FactorFormProps) {
	const [code, setCode] = useState('')
	const { busy, errors, form, submit, clear } = useSubmit(async () => {
		if (!code.trim()) return { code: 'Type one of your recovery codes.' }
		try {
			await verifyRecoveryCode(await supabase, code.trim())
		} catch (error) {
			if (!isAuthError(error, 'mfa_verification_failed')) throw error
			return { code: 'That code is wrong or was used. Type another one.' }
		}
		onVerified?.()
		return undefined
	})
	return (
		<>
			<FactorFormIntro>One of the codes that you kept when you set this up. Each works once.</FactorFormIntro>
			<form className="ui-proof" ref={form} onSubmit={submit} noValidate>
				{errors.form ? <Notice isError>{errors.form}</Notice> : null}
				<TextField
					label="Recovery code"
					className="ui-proof-recovery"
					autoComplete="off"
					autoCapitalize="off"
					spellCheck={false}
					dir="ltr"
					value={code}
					error={errors.code}
					help="Capitals, spaces and dashes make no difference."
					onChange={({ target }) => {
						clear('code')
						setCode(target.value)
					}}
				/>
				<ContinueButton busy={busy} />
			</form>
		</>
	)
}

function FactorFormIntro({ children }: { children: ReactNode }) {
	return <p className="ui-proof-lead">{children}</p>
}

function FactorName({ name }: { name: string | undefined }) {
	return name ? (
		<>
			{' '}
			on “<bdi>{name}</bdi>”
		</>
	) : null
}

function ContinueButton({ busy, label = 'Continue' }: { busy: boolean; label?: ReactNode }) {
	return (
		<Button type="submit" variant="primary" size="tall" wide busy={busy}>
			{label}
		</Button>
	)
}
