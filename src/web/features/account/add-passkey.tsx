import { toast } from 'sonner'
import { check, unwrap } from '#web/lib/errors.ts'
import { supabase } from '#web/lib/supabase.ts'
import { NameFirst } from './name-first.tsx'
import { useStepUp } from './step-up.tsx'

/** Makes a passkey: a name, then the browser's own window. */
export function AddPasskey({
	taken,
	onMade,
	onDone,
}: {
	taken: readonly string[]
	onMade: () => Promise<void>
	onDone: () => void
}) {
	const confirmed = useStepUp()
	return (
		<NameFirst
			label="A name for the passkey"
			proposal="This device"
			taken={taken}
			go="Continue in the browser’s window"
			onCancel={onDone}
			onGo={async (friendlyName) => {
				const { auth } = await supabase
				const { id } = await confirmed(async () => unwrap(await auth.registerPasskey()))
				check(await auth.passkey.update({ passkeyId: id, friendlyName }))
				await onMade()
				onDone()
				toast('Passkey added')
				return undefined
			}}
		/>
	)
}
