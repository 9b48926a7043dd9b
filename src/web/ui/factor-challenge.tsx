import type { Factor } from '@supabase/supabase-js'
import { type ReactNode, useState } from 'react'
import { byEase, phoneEnd } from '#web/lib/second-factor.ts'
import { TextButton } from './button.tsx'
import { CodeProof, KeyProof, PhoneProof, RecoveryProof } from './factor-proofs.tsx'
import './factor-challenge.css'

const proofs = {
	totp: CodeProof,
	phone: PhoneProof,
	webauthn: KeyProof,
	recovery_code: RecoveryProof,
}

/**
 * Asks for one of a person's second factors; the others are one press away. What was verified arrives as
 * MFA_CHALLENGE_VERIFIED, in every tab.
 * @param factors verified ones, at least one
 */
export function FactorChallenge({
	factors,
	onProven,
	others,
}: {
	factors: readonly Factor[]
	onProven?: () => void
	/** Further ways out, below the other factors. */
	others?: ReactNode
}) {
	const sorted = byEase(factors)
	const [chosen, setChosen] = useState<string>()
	const factor = sorted.find(({ id }) => id === chosen) ?? sorted[0]
	if (!factor) return null
	const Proof = proofs[factor.factor_type]
	const rest = sorted.filter(({ id }) => id !== factor.id)
	return (
		<>
			<Proof key={factor.id} factor={factor} onProven={onProven} />
			{rest.length || others ? (
				<div className="ui-proof-others">
					{rest.map((other) => (
						<TextButton key={other.id} onClick={() => setChosen(other.id)}>
							{otherWay(other)}
						</TextButton>
					))}
					{others}
				</div>
			) : null}
		</>
	)
}

function otherWay(factor: Factor): ReactNode {
	const { factor_type: type, friendly_name: name } = factor
	if (type === 'recovery_code') return 'Use a recovery code'
	if (type === 'phone')
		return (
			<>
				Text a code to <span dir="ltr">{phoneEnd(factor)}</span>
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
