import { useState } from 'react'
import { verifiedFactors } from '#web/lib/auth/assurance-level.ts'
import { useAuth } from '#web/lib/auth/auth-context.tsx'
import { useConfig } from '#web/lib/client/config.ts'
import { Button } from '#web/ui/button.tsx'
import { SettingsSection } from '#web/ui/settings.tsx'
import { AddPhoneFactor, AddSecurityKey, AddTotp } from './add-factor.tsx'
import { FactorRow, factorKinds } from './factor-row.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

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
