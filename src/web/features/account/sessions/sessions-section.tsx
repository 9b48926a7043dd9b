import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import type { SessionRow as Session } from '#shared/account-rows.ts'
import { useStepUp } from '#web/features/account/step-up/step-up.tsx'
import { useSessions } from '#web/features/account/use-account.ts'
import { useUser } from '#web/lib/auth/auth-context.tsx'
import { authErrorMessage } from '#web/lib/auth/auth-errors.ts'
import { throwIfError } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { SettingsSection } from '#web/ui/settings.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { SessionRow } from './session-row.tsx'

type SignOutTarget = 'others' | 'global' | string

/** Signed-in devices, with buttons to end one, all others, or all. */
export function SessionsSection() {
	const user = useUser()
	const withStepUp = useStepUp()
	const queries = useQueryClient()
	const [asking, setAsking] = useState(false)
	const [busy, setBusy] = useState<ReadonlySet<SignOutTarget>>(new Set())
	const list = useSessions()
	const attempt = async (ending: SignOutTarget, work: () => Promise<void>) => {
		setBusy((others) => new Set(others).add(ending))
		try {
			await work()
			await refetchQueries(queries, queryKeys.sessions(user.id))
		} catch (error) {
			toast(authErrorMessage(error))
		} finally {
			setBusy((all) => new Set([...all].filter((one) => one !== ending)))
		}
	}
	const signOut = (scope: 'local' | 'others' | 'global') =>
		attempt(scope, async () => {
			throwIfError(await (await supabase).auth.signOut({ scope }))
			if (scope === 'others') toast('Signed out everywhere else')
		})
	const end = ({ id, is_current: isHere }: Session) =>
		isHere
			? signOut('local')
			: attempt(id, async () => {
					const client = await supabase
					await withStepUp(async () => throwIfError(await client.rpc('end_session', { id })))
					toast('Signed out there')
				})
	const here = list.data?.find(({ is_current: isHere }) => isHere)
	return (
		<SettingsSection id="sessions" title="Sessions" text="A lost device is signed out from here.">
			{list.error ? <Notice isError>{authErrorMessage(list.error)}</Notice> : null}
			{list.isPending ? <Spinner /> : null}
			<ul className="ui-rows">
				{list.data?.map((session) => (
					<SessionRow
						key={session.id}
						session={session}
						isNear={session.ip === here?.ip}
						busy={busy.has(session.is_current ? 'local' : session.id)}
						onEnd={() => void end(session)}
					/>
				))}
			</ul>
			<div className="ui-buttons">
				<Button busy={busy.has('others')} disabled={list.data?.length === 1} onClick={() => void signOut('others')}>
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
				busy={busy.has('global')}
				onConfirm={() => void signOut('global')}
			/>
		</SettingsSection>
	)
}
