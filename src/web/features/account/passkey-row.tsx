import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import { sayAuthError } from '#web/lib/auth-errors.ts'
import { check } from '#web/lib/errors.ts'
import { formatDay } from '#web/lib/format.ts'
import { supabase } from '#web/lib/supabase.ts'
import { dayWhen } from '#web/lib/when.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { useStepUp } from './step-up.tsx'

/** A passkey as the auth service lists it. Times are ISO 8601. */
export type Passkey = {
	id: string
	friendly_name?: string
	created_at: string
	last_used_at?: string
}

/** One passkey with its name, when it was added and used, and the way to take it away. */
export function PasskeyRow({ passkey, onGone }: { passkey: Passkey; onGone: () => Promise<void> }) {
	const confirmed = useStepUp()
	const [asking, setAsking] = useState(false)
	const [busy, setBusy] = useState(false)
	const name = passkey.friendly_name || 'Passkey'
	const remove = async () => {
		setBusy(true)
		try {
			const { passkey: keychain } = (await supabase).auth
			await confirmed(async () => check(await keychain.delete({ passkeyId: passkey.id })))
			await onGone()
			toast('Passkey removed')
		} catch (error) {
			toast(sayAuthError(error))
		} finally {
			setBusy(false)
			setAsking(false)
		}
	}
	return (
		<li className="ui-line">
			<KeyRound size={16} aria-hidden="true" />
			<div>
				<p>
					<strong>
						<bdi>{name}</bdi>
					</strong>
				</p>
				<p className="ui-quiet ui-small">
					Passkey, added {formatDay(passkey.created_at)}
					{passkey.last_used_at ? `, used ${dayWhen(passkey.last_used_at).toLowerCase()}` : null}
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
						Remove the passkey “<bdi>{name}</bdi>”?
					</>
				}
				description="It does not open this account any more. Remove it from your device as well, or it will still be offered there."
				confirm="Remove"
				busy={busy}
				onConfirm={() => void remove()}
			/>
		</li>
	)
}
