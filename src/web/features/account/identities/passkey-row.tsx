import { KeyRound } from 'lucide-react'
import { RemovableRow } from '#web/features/account/removable-row.tsx'
import { throwIfError } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { formatDay, formatRelativeDayInline } from '#web/lib/format/format.ts'

/** A passkey as the auth service lists it. Times are ISO 8601. */
export type Passkey = {
	id: string
	friendly_name?: string
	created_at: string
	last_used_at?: string
}

/** One passkey with its name and dates, and a button to remove it. */
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
					{last_used_at ? `, used ${formatRelativeDayInline(last_used_at)}` : null}
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
				const { passkey: passkeyApi } = (await supabase).auth
				await confirmed(async () => throwIfError(await passkeyApi.delete({ passkeyId: passkey.id })))
				await onGone()
				return 'Passkey removed'
			}}
		/>
	)
}
