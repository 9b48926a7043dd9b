import { Download, Trash } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import { useUser } from '#web/lib/auth-context.tsx'
import { sayAuthError } from '#web/lib/auth-errors.ts'
import { saveBlob } from '#web/lib/save-picture.ts'
import { Button } from '#web/ui/button.tsx'
import { SettingsPart } from '#web/ui/settings.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { ownData } from './own-data.ts'
import { useStepUp } from './step-up.tsx'

/** Taking one's own data along, and deleting the account. */
export function LeavePart() {
	const user = useUser()
	const confirmed = useStepUp()
	const [asking, setAsking] = useState(false)
	const [busy, setBusy] = useState(false)
	const take = async () => {
		setBusy(true)
		try {
			const data = await confirmed(() => ownData(user.id))
			const file = new Blob([`${JSON.stringify(data, null, '\t')}\n`], {
				type: 'application/json',
			})
			saveBlob(file, `plaudit-account-${new Date().toISOString().slice(0, 10)}.json`)
		} catch (error) {
			toast(sayAuthError(error))
		} finally {
			setBusy(false)
		}
	}
	return (
		<SettingsPart
			id="leave"
			title="Leave Plaudit"
			words="Take along what we know of you, or delete it. Both are done at once."
		>
			<div className="ui-buttons">
				<Button busy={busy} onClick={() => void take()}>
					<Download size={16} aria-hidden="true" />
					Download my data
				</Button>
				<Button variant="danger" onClick={() => setAsking(true)}>
					<Trash size={16} aria-hidden="true" />
					Delete my account
				</Button>
			</div>
			<DeleteAccount open={asking} onOpenChange={setAsking} />
		</SettingsPart>
	)
}
