import { KeyRound } from 'lucide-react'
import { check } from '#web/lib/errors.ts'
import { formatDay } from '#web/lib/format.ts'
import { supabase } from '#web/lib/supabase.ts'
import { dayWhenInside } from '#web/lib/when.ts'
import { RemovableRow } from './removable-row.tsx'

/** A passkey as the auth service lists it. Times are ISO 8601. */
export type Passkey = {
	id: string
	friendly_name?: string
	created_at: string
	last_used_at?: string
}

/** One passkey with its name, when it was added and used, and the way to take it away. */
export function PasskeyRow({ passkey, onGone }: { passkey: Passkey; onGone: () => Promise<void> }) {
	const { created_at, last_used_at } = passkey
	const name = passkey.friendly_name || 'Passkey'
	return (
		<RemovableRow
			icon={<KeyRound size={16} aria-hidden="true" />}
			name={name}
			facts={
				<>
					Passkey, added {formatDay(created_at)}
					{last_used_at ? `, used ${dayWhenInside(last_used_at)}` : null}
				</>
			}
			word="Remove"
			question={
				<>
					Remove the passkey “<bdi>{name}</bdi>”?
				</>
			}
			outcome="It does not open this account any more. Remove it from your device as well, or it will still be offered there."
			remove={async (confirmed) => {
				const { passkey: keychain } = (await supabase).auth
				await confirmed(async () => check(await keychain.delete({ passkeyId: passkey.id })))
				await onGone()
				return 'Passkey removed'
			}}
		/>
	)
}
