import type { Factor } from '@supabase/supabase-js'
import { KeyRound, MessageSquare, Smartphone } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { toast } from 'sonner'
import { cameByRecoveryCode } from '#web/lib/assurance.ts'
import { useAuth } from '#web/lib/auth-context.tsx'
import { sayAuthError } from '#web/lib/auth-errors.ts'
import { check } from '#web/lib/errors.ts'
import { formatDay } from '#web/lib/format.ts'
import { phoneEnd } from '#web/lib/second-factor.ts'
import { supabase } from '#web/lib/supabase.ts'
import { dayWhen } from '#web/lib/when.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { useStepUp } from './step-up.tsx'
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
	const confirmed = useStepUp()
	const [asking, setAsking] = useState(false)
	const [busy, setBusy] = useState(false)
	const kind = kinds[factor.factor_type] ?? kinds.totp
	const name = factor.friendly_name || kind?.words
	const remove = async () => {
		setBusy(true)
		try {
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
			toast(
				isLast ? 'Second factor removed. Your password alone opens the account now.' : 'Removed',
			)
		} catch (error) {
			toast(sayAuthError(error))
		} finally {
			setBusy(false)
			setAsking(false)
		}
	}
	return (
		<li className="ui-line">
			{kind?.icon}
			<div>
				<p>
					<strong>
						<bdi>{name}</bdi>
					</strong>
				</p>
				<p className="ui-quiet ui-small">
					{factor.factor_type === 'phone' ? <span dir="ltr">{phoneEnd(factor)}</span> : kind?.words}
					, added {formatDay(factor.created_at)}
					{factor.last_challenged_at
						? `, used ${lowerFirst(dayWhen(factor.last_challenged_at))}`
						: null}
				</p>
			</div>
			<Button size="tiny" busy={busy} onClick={() => setAsking(true)}>
				Remove
			</Button>
			<ConfirmDialog
				open={asking}
				onOpenChange={setAsking}
				title={
					<>
						Remove “<bdi>{name}</bdi>”?
					</>
				}
				description={
					isLast
						? `It is the only one. Without it your password alone opens this account${hasCodes ? ', and your recovery codes are void' : ''}.`
						: 'It is not asked for any more. Your other second factors stay.'
				}
				confirm="Remove"
				busy={busy}
				onConfirm={() => void remove()}
			/>
		</li>
	)
}

function lowerFirst(text: string): string {
	return text.charAt(0).toLocaleLowerCase() + text.slice(1)
}
