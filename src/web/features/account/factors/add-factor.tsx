import type { FactorType } from '@supabase/supabase-js'
import { useState } from 'react'
import { toast } from 'sonner'
import { NameForm } from '#web/features/account/name-form.tsx'
import { PhoneVerificationForm } from '#web/features/account/phone-verification-form.tsx'
import { useStepUp } from '#web/features/account/step-up/step-up.tsx'
import { type SentPhoneCode, sendPhoneCode, verifyPhoneCode, verifyTotp } from '#web/lib/auth/mfa.ts'
import { throwIfError, unwrap } from '#web/lib/client/errors.ts'
import { type Client, supabase } from '#web/lib/client/supabase.ts'
import { useSubmit } from '#web/lib/forms/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { CodeField } from '#web/ui/fields/code-field.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { QrCode } from '#web/ui/pictures/qr-code.tsx'
import { groupCharacters } from './recovery-codes.tsx'

/** Names of the present factors, and what follows when one was added or the setup was cancelled. */
type AddProps = { taken: readonly string[]; onDone: () => void }

/** Enrolls a factor, after those that were never verified (after a reload): their names would block the next. */
function useEnroll() {
	const withStepUp = useStepUp()
	return async <Enrolled,>(kind: FactorType, enroll: (client: Client) => Promise<Enrolled>): Promise<Enrolled> => {
		const client = await supabase
		const { all } = unwrap(await client.auth.mfa.listFactors())
		for (const { id, status, factor_type: type } of all)
			if (status === 'unverified' && type === kind) throwIfError(await client.auth.mfa.unenroll({ factorId: id }))
		return withStepUp(() => enroll(client))
	}
}

type PendingTotp = { id: string; secret: string; uri: string }

/** Enrolls an authenticator app: a name, a code to scan or a secret to type, then its six digits. */
export function AddTotp({ taken, onDone }: AddProps) {
	const enroll = useEnroll()
	const [pending, setPending] = useState<PendingTotp | null>(null)
	if (pending) return <TotpSteps pending={pending} onDone={onDone} />
	return (
		<NameForm
			label="A name for the authenticator"
			proposal="My phone"
			taken={taken}
			submitLabel="Continue"
			onCancel={onDone}
			onName={async (friendlyName) => {
				const { id, totp } = await enroll('totp', async ({ auth }) =>
					unwrap(await auth.mfa.enroll({ factorType: 'totp', friendlyName })),
				)
				setPending({ id, secret: totp.secret, uri: totp.uri })
			}}
		/>
	)
}

function TotpSteps({ pending, onDone }: { pending: PendingTotp; onDone: () => void }) {
	const withStepUp = useStepUp()
	const [code, setCode] = useState('')
	const { busy, errors, form, submit, edit } = useSubmit(async () => {
		if (code.length !== 6) return { code: 'Type the six digits that it shows now.' }
		const client = await supabase
		await withStepUp(() => verifyTotp(client, pending.id, code))
		toast('Authenticator added')
		onDone()
	})
	const cancel = useSubmit(async () => {
		throwIfError(await (await supabase).auth.mfa.unenroll({ factorId: pending.id }))
		onDone()
	})
	const problem = errors.form ?? cancel.errors.form
	return (
		<div className="account-enrol">
			<QrCode text={pending.uri} label="QR code of the secret, for an authenticator app" size={164} />
			<form ref={form} onSubmit={submit} noValidate>
				<ol className="account-steps">
					<li>
						<p>Scan this with an authenticator app on another device.</p>
					</li>
					<li>
						<div>
							<p className="ui-quiet">Or type the secret into it</p>
							<p className="account-secret" dir="ltr">
								{groupCharacters(pending.secret, ' ')}{' '}
								<CopyButton text={pending.secret} label="Copy the secret" icon variant="quiet" size="tiny" />
							</p>
						</div>
					</li>
					<li>
						<div className="ui-stack">
							{problem ? <Notice isError>{problem}</Notice> : null}
							<CodeField
								label="Type the six digits it shows"
								value={code}
								error={errors.code}
								onChange={edit('code', setCode)}
							/>
							<div className="ui-buttons">
								<Button type="submit" variant="primary" busy={busy}>
									Add the authenticator
								</Button>
								<Button variant="quiet" busy={cancel.busy} onClick={() => void cancel.run()}>
									Cancel
								</Button>
							</div>
						</div>
					</li>
				</ol>
			</form>
		</div>
	)
}

/** Enrolls a phone that receives codes by text message. */
export function AddPhoneFactor({ onDone }: AddProps) {
	const enroll = useEnroll()
	const withStepUp = useStepUp()
	const [phone, setPhone] = useState('')
	const [sent, setSent] = useState<SentPhoneCode | null>(null)
	const text = async (number: string) => {
		const friendlyName = `Phone ${number.slice(-2)}`
		const { id } = await enroll('phone', async ({ auth }) =>
			unwrap(await auth.mfa.enroll({ factorType: 'phone', friendlyName, phone: number })),
		)
		setSent(await sendPhoneCode(await supabase, id))
	}
	const verify = async (code: string) => {
		const client = await supabase
		if (sent) await withStepUp(() => verifyPhoneCode(client, sent, code))
		toast('Phone added')
		onDone()
	}
	const cancel = async () => {
		if (sent) throwIfError(await (await supabase).auth.mfa.unenroll({ factorId: sent.factorId }))
		onDone()
	}
	return (
		<PhoneVerificationForm
			className="account-enrol account-enrol-one"
			variant="primary"
			help="Messages can be intercepted. Where you can, add an authenticator or a key instead."
			phone={phone}
			onPhone={setPhone}
			sentAt={sent?.sentAt ?? null}
			onText={text}
			onTextAgain={async () => {
				if (sent) setSent(await sendPhoneCode(await supabase, sent.factorId))
			}}
			onCode={verify}
			submitLabel="Add the phone"
			onCancel={() => void cancel().catch(() => {})}
			cancel="Cancel"
		/>
	)
}

/** Enrolls a passkey or security key as a second factor: a name, then the browser's own dialog. */
export function AddSecurityKey({ taken, onDone }: AddProps) {
	const enroll = useEnroll()
	return (
		<NameForm
			label="A name for the key"
			proposal="Security key"
			taken={taken}
			submitLabel="Continue in the browser’s window"
			onCancel={onDone}
			onName={async (friendlyName) => {
				// Attestation is not needed, and browsers would ask for consent before they send it.
				const attestationOptions = { attestation: 'none' as const }
				await enroll('webauthn', async ({ auth }) =>
					throwIfError(await auth.mfa.webauthn.register({ friendlyName }, attestationOptions)),
				)
				toast('Security key added')
				onDone()
			}}
		/>
	)
}
