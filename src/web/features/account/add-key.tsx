import { toast } from 'sonner'
import { check } from '#web/lib/errors.ts'
import { supabase } from '#web/lib/supabase.ts'
import { dropUnfinished } from './drop-unfinished.ts'
import { NameFirst } from './name-first.tsx'
import { useStepUp } from './step-up.tsx'

/** Sets up a passkey or security key as a second factor: a name, then the browser's own window. */
export function AddKey({ taken, onDone }: { taken: readonly string[]; onDone: () => void }) {
	const confirmed = useStepUp()
	return (
		<NameFirst
			label="A name for the key"
			proposal="Security key"
			taken={taken}
			go="Continue in the browser’s window"
			onCancel={onDone}
			onGo={async (friendlyName) => {
				const client = await supabase
				await dropUnfinished(client, 'webauthn')
				// Who made the key is nobody's business here, and browsers would ask before they tell.
				const unnamed = { attestation: 'none' as const }
				await confirmed(async () =>
					check(await client.auth.mfa.webauthn.register({ friendlyName }, unnamed)),
				)
				toast('Security key added')
				onDone()
				return undefined
			}}
		/>
	)
}
