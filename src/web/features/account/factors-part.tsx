import type { FactorType } from '@supabase/supabase-js'
import { KeyRound, MessageSquare, Smartphone } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { verifiedFactors } from '#web/lib/assurance.ts'
import { useAuth } from '#web/lib/auth-context.tsx'
import { useConfig } from '#web/lib/use-config.ts'
import { Button } from '#web/ui/button.tsx'
import { SettingsPart } from '#web/ui/settings.tsx'
import { AddKey } from './add-key.tsx'
import { AddPhone } from './add-phone.tsx'
import { AddTotp } from './add-totp.tsx'
import { FactorRow } from './factor-row.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type Kind = Extract<FactorType, 'totp' | 'phone' | 'webauthn'>
const adding = { totp: AddTotp, phone: AddPhone, webauthn: AddKey }
const buttons: { kind: Kind; words: string; icon: ReactNode }[] = [
	{
		kind: 'totp',
		words: 'Add an authenticator',
		icon: <Smartphone size={16} />,
	},
	{
		kind: 'webauthn',
		words: 'Add a security key',
		icon: <KeyRound size={16} />,
	},
	{ kind: 'phone', words: 'Add a phone', icon: <MessageSquare size={16} /> },
]

/** What is asked for after the first factor: the list, adding one, and the codes for when all are lost. */
export function FactorsPart() {
	const { session } = useAuth()
	const offered = useConfig()?.factors ?? {
		totp: true,
		phone: false,
		webauthn: false,
	}
	// An object of its own for each time that one is begun: what was cancelled may still be answered, and closes nothing.
	const [begun, setBegun] = useState<{ kind: Kind } | null>(null)
	const factors = verifiedFactors(session)
	const devices = factors.filter(({ factor_type: type }) => type !== 'recovery_code')
	const Adding = begun && adding[begun.kind]
	const canUse = ({ kind: wanted }: { kind: Kind }) =>
		offered[wanted] && (wanted !== 'webauthn' || 'PublicKeyCredential' in window)
	return (
		<SettingsPart
			id="factors"
			title="Second factor"
			words="Asked for after the password. Whoever steals that one alone gets nowhere."
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
			) : begun ? null : (
				<p>There is none yet: your password alone opens this account.</p>
			)}
			{Adding ? (
				<Adding
					taken={factors.map(nameOf)}
					onDone={() => setBegun((now) => (now === begun ? null : now))}
				/>
			) : (
				<div className="ui-buttons">
					{buttons.filter(canUse).map(({ kind: one, words, icon }) => (
						<Button key={one} onClick={() => setBegun({ kind: one })}>
							<span className="account-icon" aria-hidden="true">
								{icon}
							</span>
							{words}
						</Button>
					))}
				</div>
			)}
			{devices.length ? <RecoveryCodes isAside={begun !== null} /> : null}
		</SettingsPart>
	)
}

function nameOf({ friendly_name: name }: { friendly_name?: string }): string {
	return name ?? ''
}
