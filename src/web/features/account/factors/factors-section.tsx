import type { FactorType } from '@supabase/supabase-js'
import { KeyRound, MessageSquare, Smartphone } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { toast } from 'sonner'
import { NameForm } from '#web/features/account/name-form.tsx'
import { useStepUp } from '#web/features/account/step-up/step-up.tsx'
import { verifiedFactors } from '#web/lib/auth/assurance-level.ts'
import { useAuth } from '#web/lib/auth/auth-context.tsx'
import { throwIfError } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { useConfig } from '#web/lib/client/use-config.ts'
import { Button } from '#web/ui/button.tsx'
import { SettingsSection } from '#web/ui/settings.tsx'
import { AddPhoneFactor } from './add-phone-factor.tsx'
import { AddTotp } from './add-totp.tsx'
import { FactorRow } from './factor-row.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { removeUnverifiedFactors } from './remove-unverified-factors.ts'

type Kind = Extract<FactorType, 'totp' | 'phone' | 'webauthn'>
const addForms = { totp: AddTotp, phone: AddPhoneFactor, webauthn: AddSecurityKey }
const addButtons: { kind: Kind; label: string; icon: ReactNode }[] = [
	{
		kind: 'totp',
		label: 'Add an authenticator',
		icon: <Smartphone size={16} />,
	},
	{
		kind: 'webauthn',
		label: 'Add a security key',
		icon: <KeyRound size={16} />,
	},
	{ kind: 'phone', label: 'Add a phone', icon: <MessageSquare size={16} /> },
]

/** Second factors: the list, adding one, and recovery codes. */
export function FactorsSection() {
	const { session } = useAuth()
	const offered = useConfig()?.factors ?? {
		totp: true,
		phone: false,
		webauthn: false,
	}
	// Each setup has its own object: a late answer to a cancelled one must not close another.
	const [pendingAdd, setPendingAdd] = useState<{ kind: Kind } | null>(null)
	const factors = verifiedFactors(session)
	const devices = factors.filter(({ factor_type: type }) => type !== 'recovery_code')
	const AddForm = pendingAdd && addForms[pendingAdd.kind]
	const canUse = ({ kind: wanted }: { kind: Kind }) =>
		offered[wanted] && (wanted !== 'webauthn' || 'PublicKeyCredential' in window)
	return (
		<SettingsSection
			id="factors"
			title="Second factor"
			text="Asked for after the password. Whoever steals that one alone gets nowhere."
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
					taken={factors.map(factorName)}
					onDone={() => setPendingAdd((now) => (now === pendingAdd ? null : now))}
				/>
			) : (
				<div className="ui-buttons">
					{addButtons.filter(canUse).map(({ kind: one, label, icon }) => (
						<Button key={one} onClick={() => setPendingAdd({ kind: one })}>
							<span className="account-icon" aria-hidden="true">
								{icon}
							</span>
							{label}
						</Button>
					))}
				</div>
			)}
			{devices.length ? <RecoveryCodes isAside={pendingAdd !== null} /> : null}
		</SettingsSection>
	)
}

function factorName({ friendly_name: name }: { friendly_name?: string }): string {
	return name ?? ''
}

/** Enrolls a passkey or security key as a second factor: a name, then the browser's own dialog. */
function AddSecurityKey({ taken, onDone }: { taken: readonly string[]; onDone: () => void }) {
	const withStepUp = useStepUp()
	return (
		<NameForm
			label="A name for the key"
			proposal="Security key"
			taken={taken}
			go="Continue in the browser’s window"
			onCancel={onDone}
			onGo={async (friendlyName) => {
				const client = await supabase
				await removeUnverifiedFactors(client, 'webauthn')
				// Attestation is not needed, and browsers would ask for consent before they send it.
				const attestationOptions = { attestation: 'none' as const }
				await withStepUp(async () =>
					throwIfError(await client.auth.mfa.webauthn.register({ friendlyName }, attestationOptions)),
				)
				toast('Security key added')
				onDone()
				return undefined
			}}
		/>
	)
}
