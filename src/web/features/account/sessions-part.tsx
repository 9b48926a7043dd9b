import { Monitor } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import { useUser } from '#web/lib/auth-context.tsx'
import { sayAuthError } from '#web/lib/auth-errors.ts'
import { check } from '#web/lib/errors.ts'
import { formatMoment } from '#web/lib/format.ts'
import { supabase } from '#web/lib/supabase.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { SettingsPart } from '#web/ui/settings.tsx'
import { deviceName } from './device-name.ts'

type Scope = 'local' | 'others' | 'global'

/** Where one is signed in: this device, and the ways to end this session, the others, or all. */
export function SessionsPart() {
	const user = useUser()
	const [asking, setAsking] = useState(false)
	const [busy, setBusy] = useState<Scope | null>(null)
	const end = async (scope: Scope) => {
		setBusy(scope)
		try {
			check(await (await supabase).auth.signOut({ scope }))
			if (scope === 'others') toast('Signed out everywhere else')
		} catch (error) {
			toast(sayAuthError(error))
		} finally {
			setBusy(null)
		}
	}
	return (
		<SettingsPart id="sessions" title="Sessions" words="A lost device is signed out from here.">
			<div className="ui-line">
				<Monitor size={16} aria-hidden="true" />
				<div>
					<p>
						<strong>{deviceName(navigator.userAgent)}</strong>{' '}
						<span className="account-here ui-small">This one</span>
					</p>
					{user.last_sign_in_at ? (
						<p className="ui-quiet ui-small">Signed in on {formatMoment(user.last_sign_in_at)}</p>
					) : null}
				</div>
				<Button size="tiny" busy={busy === 'local'} onClick={() => void end('local')}>
					Sign out
				</Button>
			</div>
			<div className="ui-buttons">
				<Button busy={busy === 'others'} onClick={() => void end('others')}>
					Sign out everywhere else
				</Button>
				<Button variant="quiet" onClick={() => setAsking(true)}>
					Sign out everywhere
				</Button>
			</div>
			<ConfirmDialog
				open={asking}
				onOpenChange={setAsking}
				title="Sign out everywhere?"
				description="All your devices are signed out, this one too. Nothing is lost."
				confirm="Sign out everywhere"
				busy={busy === 'global'}
				onConfirm={() => void end('global')}
			/>
		</SettingsPart>
	)
}
