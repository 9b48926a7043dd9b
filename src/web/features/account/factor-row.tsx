import type { Factor } from '@supabase/supabase-js'
import { KeyRound, MessageSquare, Smartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import { cameByRecoveryCode } from '#web/lib/assurance.ts'
import { useAuth } from '#web/lib/auth-context.tsx'
import { check } from '#web/lib/errors.ts'
import { formatDay } from '#web/lib/format.ts'
import { phoneEnd } from '#web/lib/second-factor.ts'
import { supabase } from '#web/lib/supabase.ts'
import { dayWhenInside } from '#web/lib/when.ts'
import { RemovableRow } from './removable-row.tsx'
import { renewSession } from './use-account.ts'

const kinds: Record<string, { words: string; icon: ReactNode }> = {
	totp: {
		words: 'Authenticator',
		icon: <Smartphone size={16} aria-hidden="true" />,
	},
	phone: {
		words: 'Messages',
		icon: <MessageSquare size={16} aria-hidden="true" />,
	},
	webauthn: {
		words: 'Security key',
		icon: <KeyRound size={16} aria-hidden="true" />,
	},
}

/**
 * One second factor, when it was added and used, and the way to take it away.
 * @param isLast whether it is the only one, but for recovery codes
 */
export function FactorRow({
	factor,
	isLast,
	hasCodes,
}: {
	factor: Factor
	isLast: boolean
	hasCodes: boolean
}) {
	const { session } = useAuth()
	const kind = kinds[factor.factor_type] ?? kinds.totp
	const name = factor.friendly_name || kind?.words || ''
	const { created_at, last_challenged_at } = factor
	return (
		<RemovableRow
			icon={kind?.icon}
			name={name}
			facts={
				<>
					{factor.factor_type === 'phone' ? <span dir="ltr">{phoneEnd(factor)}</span> : kind?.words}
					, added {formatDay(created_at)}
					{last_challenged_at ? `, used ${dayWhenInside(last_challenged_at)}` : null}
				</>
			}
			word="Remove"
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
				// Without the codes that opened this session nothing would be left to open the next one.
				if (isLast && hasCodes && session && cameByRecoveryCode(session))
					throw new Error('You came in with a recovery code. Add another second factor first.')
				const client = await supabase
				await confirmed(async () => {
					// Recovery codes are never the only factor: they go first.
					if (isLast && hasCodes) check(await client.auth.mfa.recoveryCodes.unenroll())
					check(await client.auth.mfa.unenroll({ factorId: factor.id }))
				})
				await renewSession()
				return isLast
					? 'Second factor removed. Your password alone opens the account now.'
					: 'Removed'
			}}
		/>
	)
}
