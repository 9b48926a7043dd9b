import type { Factor } from '@supabase/supabase-js'
import { type ReactNode, useState } from 'react'
import { maskedPhone, sortByEase } from '#web/lib/auth/mfa.ts'
import { TextButton } from '#web/ui/button.tsx'
import { PhoneCodeForm, RecoveryCodeForm, SecurityKeyForm, TotpForm } from './factor-forms.tsx'
import './factor-challenge.css'

const factorForms = {
	totp: TotpForm,
	phone: PhoneCodeForm,
	webauthn: SecurityKeyForm,
	recovery_code: RecoveryCodeForm,
}

/**
 * Asks for one of a person's second factors, with buttons for the others. A verified session arrives as
 * MFA_CHALLENGE_VERIFIED, in every tab.
 * @param factors verified ones, at least one
 */
export function FactorChallenge({
	factors,
	onVerified,
	others,
}: {
	factors: readonly Factor[]
	onVerified?: () => void
	/** Further links, below the other factors. */
	others?: ReactNode
}) {
	const sorted = sortByEase(factors)
	const [chosen, setChosen] = useState<string>()
	const factor = sorted.find(({ id }) => id === chosen) ?? sorted[0]
	if (!factor) return null
	const FactorForm = factorForms[factor.factor_type]
	const rest = sorted.filter(({ id }) => id !== factor.id)
	return (
		<>
			<FactorForm key={factor.id} factor={factor} onVerified={onVerified} />
			{rest.length || others ? (
				<div className="ui-proof-others">
					{rest.map((other) => (
						<TextButton key={other.id} onClick={() => setChosen(other.id)}>
							{otherFactorLabel(other)}
						</TextButton>
					))}
					{others}
				</div>
			) : null}
		</>
	)
}

function otherFactorLabel(factor: Factor): ReactNode {
	const { factor_type: type, friendly_name: name } = factor
	if (type === 'recovery_code') return 'Use a recovery code'
	if (type === 'phone')
		return (
			<>
				Text a code to <span dir="ltr">{maskedPhone(factor)}</span>
			</>
		)
	const known = { totp: 'the authenticator', webauthn: 'the security key' }
	return name ? (
		<>
			Use {known[type]}, “<bdi>{name}</bdi>”
		</>
	) : (
		`Use ${known[type]}`
	)
}
