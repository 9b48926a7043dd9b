import type { Factor } from '@supabase/supabase-js'
import { KeyRound, MessageSquare, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { RemovableRow } from '#web/features/account/removable-row.tsx'
import { refreshSession } from '#web/features/account/use-account.ts'
import { usedOnlyRecoveryCode, verifiedFactors } from '#web/lib/auth/assurance-level.ts'
import { useAuth } from '#web/lib/auth/auth-context.tsx'
import { maskedPhone } from '#web/lib/auth/mfa.ts'
import { useConfig } from '#web/lib/client/config.ts'
import { throwIfError } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { formatDate, formatRelative } from '#web/lib/format/format-time.ts'
import { Button } from '#web/ui/button.tsx'
import { SettingsSection } from '#web/ui/settings.tsx'
import { AddPhoneFactor, AddSecurityKey, AddTotp } from './add-factor.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

/** The kinds of second factors that can be added, in the order of their buttons. */
const factorKinds = {
	totp: { label: 'Authenticator', add: 'Add an authenticator', Icon: Smartphone },
	webauthn: { label: 'Security key', add: 'Add a security key', Icon: KeyRound },
	phone: { label: 'Messages', add: 'Add a phone', Icon: MessageSquare },
}

type Kind = keyof typeof factorKinds
const addForms = { totp: AddTotp, phone: AddPhoneFactor, webauthn: AddSecurityKey }
const kinds = Object.keys(factorKinds) as Kind[]

/** Second factors: the list, adding one, and recovery codes. */
export function FactorsSection() {
	const { session } = useAuth()
	const offered = useConfig()?.factors ?? { totp: true, phone: false, webauthn: false }
	// Each setup has its own object: a late answer to a cancelled one must not close another.
	const [pendingAdd, setPendingAdd] = useState<{ kind: Kind } | null>(null)
	const factors = verifiedFactors(session)
	const devices = factors.filter(({ factor_type: type }) => type !== 'recovery_code')
	const AddForm = pendingAdd && addForms[pendingAdd.kind]
	const canUse = (kind: Kind) => offered[kind] && (kind !== 'webauthn' || 'PublicKeyCredential' in window)
	return (
		<SettingsSection
			id="factors"
			title="Second factor"
			text="Asked for after the password. A stolen password alone is then useless."
		>
			{devices.length ? (
				<ul className="ui-rows">
					{devices.map((factor) => (
						<FactorRow
							key={factor.id}
							factor={factor}
							isLast={devices.length === 1}
							hasCodes={factors.length > devices.length}
						/>
					))}
				</ul>
			) : pendingAdd ? null : (
				<p>There is none yet: your password alone opens this account.</p>
			)}
			{AddForm ? (
				<AddForm
					taken={factors.map(({ friendly_name: name }) => name ?? '')}
					onDone={() => setPendingAdd((now) => (now === pendingAdd ? null : now))}
				/>
			) : (
				<div className="ui-buttons">
					{kinds.filter(canUse).map((kind) => (
						<AddButton key={kind} kind={kind} onClick={() => setPendingAdd({ kind })} />
					))}
				</div>
			)}
			{devices.length ? <RecoveryCodes isAside={pendingAdd !== null} /> : null}
		</SettingsSection>
	)
}

function AddButton({ kind, onClick }: { kind: Kind; onClick: () => void }) {
	const { add, Icon } = factorKinds[kind]
	return (
		<Button onClick={onClick}>
			<Icon size={16} aria-hidden="true" />
			{add}
		</Button>
	)
}

/**
 * One second factor with its dates and a button to remove it.
 * @param isLast whether it is the only one besides recovery codes
 */
function FactorRow({ factor, isLast, hasCodes }: { factor: Factor; isLast: boolean; hasCodes: boolean }) {
	const { session } = useAuth()
	const { factor_type: type, created_at, last_challenged_at } = factor
	const { label, Icon } = factorKinds[type === 'recovery_code' ? 'totp' : type]
	const name = factor.friendly_name || label
	return (
		<RemovableRow
			icon={<Icon size={16} aria-hidden="true" />}
			name={name}
			details={
				<>
					{type === 'phone' ? <span dir="ltr">{maskedPhone(factor)}</span> : label}, added {formatDate(created_at)}
					{last_challenged_at ? `, used ${formatRelative(last_challenged_at)}` : null}
				</>
			}
			action="Remove"
			question={
				<>
					Remove “<bdi>{name}</bdi>”?
				</>
			}
			outcome={
				isLast
					? `It is the only one. Without it your password alone opens this account${hasCodes ? ', and your recovery codes are void' : ''}.`
					: 'It is not asked for any more. Your other second factors stay.'
			}
			remove={async (confirmed) => {
				// Without the recovery codes of this session, nothing could verify the next one.
				if (isLast && hasCodes && session && usedOnlyRecoveryCode(session))
					throw new Error('You came in with a recovery code. Add another second factor first.')
				const client = await supabase
				await confirmed(async () => {
					// Recovery codes are never the only factor, so they are removed first.
					if (isLast && hasCodes) throwIfError(await client.auth.mfa.recoveryCodes.unenroll())
					throwIfError(await client.auth.mfa.unenroll({ factorId: factor.id }))
				})
				await refreshSession()
				return isLast ? 'Second factor removed. Your password alone opens the account now.' : 'Removed'
			}}
		/>
	)
}
