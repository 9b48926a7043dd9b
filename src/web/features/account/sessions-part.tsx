import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import type { SessionRow as Session } from '#shared/account.ts'
import { useUser } from '#web/lib/auth-context.tsx'
import { sayAuthError } from '#web/lib/auth-errors.ts'
import { check } from '#web/lib/errors.ts'
import { keys } from '#web/lib/query-keys.ts'
import { readAnew } from '#web/lib/read-anew.ts'
import { supabase } from '#web/lib/supabase.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SettingsPart } from '#web/ui/settings.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { SessionRow } from './session-row.tsx'
import { useStepUp } from './step-up.tsx'
import { useSessions } from './use-account.ts'

type Ending = 'others' | 'global' | string

/** Where one is signed in: each device, and the ways to end one, the others, or all. */
export function SessionsPart() {
	const user = useUser()
	const confirmed = useStepUp()
	const queries = useQueryClient()
	const [asking, setAsking] = useState(false)
	const [busy, setBusy] = useState<ReadonlySet<Ending>>(new Set())
	const list = useSessions()
	const attempt = async (ending: Ending, work: () => Promise<void>) => {
		setBusy((others) => new Set(others).add(ending))
		try {
			await work()
			await readAnew(queries, keys.sessions(user.id))
		} catch (error) {
			toast(sayAuthError(error))
		} finally {
			setBusy((all) => new Set([...all].filter((one) => one !== ending)))
		}
	}
	const signOut = (scope: 'local' | 'others' | 'global') =>
		attempt(scope, async () => {
			check(await (await supabase).auth.signOut({ scope }))
			if (scope === 'others') toast('Signed out everywhere else')
		})
	const end = ({ id, is_current: isHere }: Session) =>
		isHere
			? signOut('local')
			: attempt(id, async () => {
					const client = await supabase
					await confirmed(async () => check(await client.rpc('end_session', { id })))
					toast('Signed out there')
				})
	const here = list.data?.find(({ is_current: isHere }) => isHere)
	return (
		<SettingsPart id="sessions" title="Sessions" words="A lost device is signed out from here.">
			{list.error ? <Notice bad>{sayAuthError(list.error)}</Notice> : null}
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
				<Button
					busy={busy.has('others')}
					disabled={list.data?.length === 1}
					onClick={() => void signOut('others')}
				>
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
		</SettingsPart>
	)
}
