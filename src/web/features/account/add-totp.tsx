import { useState } from 'react'
import { toast } from 'sonner'
import { check, unwrap } from '#web/lib/errors.ts'
import { proveTotp } from '#web/lib/second-factor.ts'
import { supabase } from '#web/lib/supabase.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeField } from '#web/ui/code-field.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { dropUnfinished } from './drop-unfinished.ts'
import { NameFirst } from './name-first.tsx'
import { useStepUp } from './step-up.tsx'

type Begun = { id: string; secret: string; uri: string }
type AddProps = { taken: readonly string[]; onDone: () => void }

/** Sets up an authenticator: a name, a code to scan or a secret to type, the six digits that it then shows. */
export function AddTotp({ taken, onDone }: AddProps) {
	const confirmed = useStepUp()
	const [begun, setBegun] = useState<Begun | null>(null)
	if (begun) return <TotpSteps begun={begun} onDone={onDone} />
	return (
		<NameFirst
			label="A name for the authenticator"
			proposal="My phone"
			taken={taken}
			go="Continue"
			onCancel={onDone}
			onGo={async (name) => {
				const client = await supabase
				await dropUnfinished(client, 'totp')
				const { id, totp } = await confirmed(async () =>
					unwrap(
						await client.auth.mfa.enroll({
							factorType: 'totp',
							friendlyName: name,
						}),
					),
				)
				setBegun({ id, secret: totp.secret, uri: totp.uri })
				return undefined
			}}
		/>
	)
}

function TotpSteps({ begun, onDone }: { begun: Begun; onDone: () => void }) {
	const [code, setCode] = useState('')
	const { busy, errors, form, submit, clear } = useSubmit(async () => {
		if (code.length !== 6) return { code: 'Type the six digits that it shows now.' }
		await proveTotp(await supabase, begun.id, code)
		toast('Authenticator added')
		onDone()
		return undefined
	})
	const cancel = useSubmit(async () => {
		check(await (await supabase).auth.mfa.unenroll({ factorId: begun.id }))
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
								{grouped(begun.secret)}{' '}
								<CopyButton
									text={begun.secret}
									label="Copy the secret"
									icon
									variant="quiet"
									size="tiny"
								/>
							</p>
						</div>
					</li>
					<li>
						<div className="ui-stack">
							{problem ? <Notice bad>{problem}</Notice> : null}
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

function grouped(secret: string): string {
	return secret.replace(/(.{4})(?=.)/g, '$1 ')
}
