import { Download, Trash } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import { useStepUp } from '#web/features/account/step-up/step-up.tsx'
import { useAttempt } from '#web/features/account/use-attempt.ts'
import { useUser } from '#web/lib/auth/auth-context.tsx'
import { fetchAccount } from '#web/lib/auth/session-check.ts'
import { unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { saveBlob } from '#web/lib/files/save-blob.ts'
import { Button } from '#web/ui/button.tsx'
import { SettingsSection } from '#web/ui/settings.tsx'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'

/** Exports the person's data and deletes the account. */
export function AccountDataSection() {
	const user = useUser()
	const withStepUp = useStepUp()
	const [asking, setAsking] = useState(false)
	const { busy, attempt } = useAttempt<'download'>(toast)
	const download = () =>
		attempt('download', async () => {
			const data = await withStepUp(() => exportAccountData(user.id))
			const file = new Blob([`${JSON.stringify(data, null, '\t')}\n`], { type: 'application/json' })
			saveBlob(file, `plaudit-account-${new Date().toISOString().slice(0, 10)}.json`)
		})
	return (
		<SettingsSection
			id="leave"
			title="Delete account"
			text="Take along what we know of you, or delete it. Both are done at once."
		>
			<div className="ui-buttons">
				<Button busy={busy.has('download')} onClick={() => void download()}>
					<Download size={16} aria-hidden="true" />
					Download my data
				</Button>
				<Button variant="danger" onClick={() => setAsking(true)}>
					<Trash size={16} aria-hidden="true" />
					Delete my account
				</Button>
			</div>
			<DeleteAccountDialog open={asking} onOpenChange={setAsking} />
		</SettingsSection>
	)
}

/**
 * Everything stored about a person as a member, for download. Testimonials, forms and walls belong to their space and
 * are left out.
 */
async function exportAccountData(userId: string): Promise<object> {
	const client = await supabase
	const [account, profile, spaces, sessions, records] = await Promise.all([
		fetchAccount(client),
		client.from('profiles').select().eq('id', userId).single(),
		client.from('space_members').select('role, created_at, space:spaces(id, name)').eq('user_id', userId),
		client.rpc('my_sessions'),
		client.rpc('my_records'),
	])
	return {
		made_at: new Date().toISOString(),
		from: window.location.origin,
		account,
		profile: unwrap(profile),
		spaces: unwrap(spaces),
		sessions: unwrap(sessions),
		...unwrap(records),
	}
}
