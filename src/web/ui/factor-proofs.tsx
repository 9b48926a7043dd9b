import type { Factor } from '@supabase/supabase-js'
import { KeyRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { isAuthError } from '#web/lib/auth-errors.ts'
import { useKept } from '#web/lib/kept.ts'
import {
	type PhoneCode,
	phoneEnd,
	proveKey,
	provePhone,
	proveRecovery,
	proveTotp,
	textCode,
} from '#web/lib/second-factor.ts'
import { supabase } from '#web/lib/supabase.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Button } from './button.tsx'
import { CodeField } from './code-field.tsx'
import { Notice } from './notice.tsx'
import { SendAgain } from './send-again.tsx'
import { TextField } from './text-field.tsx'

type ProofProps = { factor: Factor; onProven?: (() => void) | undefined }

/** The six digits that an authenticator shows. */
export function CodeProof({ factor, onProven }: ProofProps) {
	const [code, setCode] = useState('')
	const { busy, errors, form, submit, clear } = useSubmit(async () => {
		if (code.length !== 6) return { code: 'Type the six digits that it shows now.' }
		await proveTotp(await supabase, factor.id, code)
		onProven?.()
		return undefined
	})
	return (
		<>
			<ProofLead>
				Six digits from the authenticator
				<On name={factor.friendly_name} />. They change every 30 seconds.
			</ProofLead>
			<form className="ui-proof" ref={form} onSubmit={submit} noValidate>
				{errors.form ? <Notice bad>{errors.form}</Notice> : null}
				<CodeField
					label="Code"
					value={code}
					error={errors.code}
					onChange={(digits) => {
						clear('code')
						setCode(digits)
					}}
				/>
				<Continue busy={busy} />
			</form>
		</>
	)
}

/** A code that is texted once somebody asks for it; asking survives a reload. */
export function PhoneProof({ factor, onProven }: ProofProps) {
	const [sent, setSent] = useKept<PhoneCode | null>(`plaudit-texted-${factor.id}`, null)
	const [code, setCode] = useState('')
	const end = phoneEnd(factor)
	const send = async () => {
		setSent(await textCode(await supabase, factor.id))
		return undefined
	}
	const { busy, errors, form, submit, clear } = useSubmit(async () => {
		if (!sent) return send()
		if (code.length !== 6) return { code: 'Type the six digits from the message.' }
		await provePhone(await supabase, sent, code)
		setSent(null)
		onProven?.()
		return undefined
	})
	const again = useSubmit(send)
	return (
		<>
			<ProofLead>
				{sent ? 'Six digits went to ' : 'We text six digits to '}
				<span dir="ltr">{end}</span>.
			</ProofLead>
			<form className="ui-proof" ref={form} onSubmit={submit} noValidate>
				{errors.form || again.errors.form ? (
					<Notice bad>{errors.form ?? again.errors.form}</Notice>
				) : null}
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
				<Continue busy={busy} words={sent ? 'Continue' : 'Text me the code'} />
				{sent ? <SendAgain sentAt={sent.sentAt} onSend={() => void again.run()} /> : null}
			</form>
		</>
	)
}

/** A passkey or security key: the browser asks for it in its own window. */
export function KeyProof({ factor, onProven }: ProofProps) {
	const { busy, errors, form, submit } = useSubmit(async () => {
		await proveKey(await supabase, factor.id)
		onProven?.()
		return undefined
	})
	return (
		<>
			<ProofLead>
				Your browser asks for your passkey or security key
				<On name={factor.friendly_name} />.
			</ProofLead>
			<form className="ui-proof" ref={form} onSubmit={submit} noValidate>
				{errors.form ? <Notice bad>{errors.form}</Notice> : null}
				<Continue
					busy={busy}
					words={
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

/** One of the codes that were kept for a lost phone; it is spent by this. */
export function RecoveryProof({ onProven }: ProofProps) {
	const [code, setCode] = useState('')
	const { busy, errors, form, submit, clear } = useSubmit(async () => {
		if (!code.trim()) return { code: 'Type one of your recovery codes.' }
		try {
			await proveRecovery(await supabase, code.trim())
		} catch (error) {
			if (!isAuthError(error, 'mfa_verification_failed')) throw error
			return { code: 'That code is wrong or was used. Type another one.' }
		}
		onProven?.()
		return undefined
	})
	return (
		<>
			<ProofLead>One of the codes that you kept when you set this up. Each works once.</ProofLead>
			<form className="ui-proof" ref={form} onSubmit={submit} noValidate>
				{errors.form ? <Notice bad>{errors.form}</Notice> : null}
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
				<Continue busy={busy} />
			</form>
		</>
	)
}

function ProofLead({ children }: { children: ReactNode }) {
	return <p className="ui-proof-lead">{children}</p>
}

function On({ name }: { name: string | undefined }) {
	return name ? (
		<>
			{' '}
			on “<bdi>{name}</bdi>”
		</>
	) : null
}

function Continue({ busy, words = 'Continue' }: { busy: boolean; words?: ReactNode }) {
	return (
		<Button type="submit" variant="primary" size="tall" wide busy={busy}>
			{words}
		</Button>
	)
}
