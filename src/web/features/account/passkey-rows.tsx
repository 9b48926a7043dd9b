import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import { useUser } from '#web/lib/auth-context.tsx'
import { sayAuthError } from '#web/lib/auth-errors.ts'
import { check, unwrap } from '#web/lib/errors.ts'
import { formatDay } from '#web/lib/format.ts'
import { keys } from '#web/lib/query-keys.ts'
import { supabase } from '#web/lib/supabase.ts'
import { dayWhen } from '#web/lib/when.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { NameFirst } from './name-first.tsx'
import { useStepUp } from './step-up.tsx'

type Passkey = {
	id: string
	friendly_name?: string
	created_at: string
	last_used_at?: string
}

/** The passkeys of a person: each with its name, and the way to add one more. */
export function PasskeyRows() {
	const user = useUser()
	const confirmed = useStepUp()
	const queries = useQueryClient()
	const [adding, setAdding] = useState(false)
	const refresh = () => queries.invalidateQueries({ queryKey: keys.passkeys(user.id) })
	const list = useQuery({
		queryKey: keys.passkeys(user.id),
		queryFn: async () => unwrap(await (await supabase).auth.passkey.list()) as Passkey[],
	})
	const passkeys = list.data ?? []
	const add = async (friendlyName: string) => {
		const { auth } = await supabase
		const made = await confirmed(async () => unwrap(await auth.registerPasskey()))
		check(await auth.passkey.update({ passkeyId: made.id, friendlyName }))
		await refresh()
		setAdding(false)
		toast('Passkey added')
		return undefined
	}
	return (
		<>
			{passkeys.map((passkey) => (
				<PasskeyRow key={passkey.id} passkey={passkey} onGone={refresh} />
			))}
			{'PublicKeyCredential' in window ? (
				<li className="account-add">
					{adding ? (
						<NameFirst
							label="A name for the passkey"
							proposal="This device"
							taken={passkeys.map(({ friendly_name: name }) => name ?? '')}
							go="Continue in the browser’s window"
							onGo={add}
							onCancel={() => setAdding(false)}
						/>
					) : (
						<Button onClick={() => setAdding(true)}>
							<KeyRound size={16} aria-hidden="true" />
							Add a passkey
						</Button>
					)}
				</li>
			) : null}
		</>
	)
}

function PasskeyRow({ passkey, onGone }: { passkey: Passkey; onGone: () => Promise<void> }) {
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
