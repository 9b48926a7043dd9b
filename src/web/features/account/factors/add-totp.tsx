import { useState } from 'react'
import { toast } from 'sonner'
import { NameForm } from '#web/features/account/name-form.tsx'
import { useStepUp } from '#web/features/account/step-up/step-up.tsx'
import { verifyTotp } from '#web/lib/auth/mfa.ts'
import { throwIfError, unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { useSubmit } from '#web/lib/forms/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { CodeField } from '#web/ui/fields/code-field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { QrCode } from '#web/ui/pictures/qr-code.tsx'
import { removeUnverifiedFactors } from './remove-unverified-factors.ts'

type PendingTotp = { id: string; secret: string; uri: string }
type AddProps = { taken: readonly string[]; onDone: () => void }

/** Enrolls an authenticator app: a name, a code to scan or a secret to type, then its six digits. */
export function AddTotp({ taken, onDone }: AddProps) {
	const withStepUp = useStepUp()
	const [pending, setPending] = useState<PendingTotp | null>(null)
	if (pending) return <TotpSteps pending={pending} onDone={onDone} />
	return (
		<NameForm
			label="A name for the authenticator"
			proposal="My phone"
			taken={taken}
			go="Continue"
			onCancel={onDone}
			onGo={async (name) => {
				const client = await supabase
				await removeUnverifiedFactors(client, 'totp')
				const { id, totp } = await withStepUp(async () =>
					unwrap(
						await client.auth.mfa.enroll({
							factorType: 'totp',
							friendlyName: name,
						}),
					),
				)
				setPending({ id, secret: totp.secret, uri: totp.uri })
				return undefined
			}}
		/>
	)
}

function TotpSteps({ pending: begun, onDone }: { pending: PendingTotp; onDone: () => void }) {
	const [code, setCode] = useState('')
	const { busy, errors, form, submit, clear } = useSubmit(async () => {
		if (code.length !== 6) return { code: 'Type the six digits that it shows now.' }
		await verifyTotp(await supabase, begun.id, code)
		toast('Authenticator added')
		onDone()
		return undefined
	})
	const cancel = useSubmit(async () => {
		throwIfError(await (await supabase).auth.mfa.unenroll({ factorId: begun.id }))
		onDone()
		return undefined
	})
	const problem = errors.form ?? cancel.errors.form
	return (
		<div className="account-enrol">
			<QrCode text={begun.uri} label="QR code of the secret, for an authenticator app" size={164} />
			<form ref={form} onSubmit={submit} noValidate>
				<ol className="account-steps">
					<li>
						<p>Scan this with an authenticator app on another device.</p>
					</li>
					<li>
						<div>
							<p className="ui-quiet">Or type the secret into it</p>
							<p className="account-secret" dir="ltr">
								{groupCharacters(begun.secret)}{' '}
								<CopyButton text={begun.secret} label="Copy the secret" icon variant="quiet" size="tiny" />
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
								onChange={(digits) => {
									clear('code')
									setCode(digits)
								}}
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

function groupCharacters(secret: string): string {
	return secret.replace(/(.{4})(?=.)/g, '$1 ')
}
