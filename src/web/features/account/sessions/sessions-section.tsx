import { useQueryClient } from '@tanstack/react-query'
import { Monitor, Smartphone, Tablet } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import type { SessionRow as Session } from '#shared/result-rows.ts'
import { useStepUp } from '#web/features/account/step-up/step-up.tsx'
import { useSessions } from '#web/features/account/use-account.ts'
import { useAttempt } from '#web/features/account/use-attempt.ts'
import { useUser } from '#web/lib/auth/auth-context.tsx'
import { authErrorMessage } from '#web/lib/auth/auth-errors.ts'
import { throwIfError } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { formatRelative } from '#web/lib/format/format-time.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { SettingsSection } from '#web/ui/settings.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { deviceName, deviceType } from './device-name.ts'
import { networkLabel } from './network-label.ts'

/** A scope of signing out, or the id of a session. */
type SignOutTarget = string

/** Signed-in devices, with buttons to end one, all others, or all. */
export function SessionsSection() {
	const user = useUser()
	const withStepUp = useStepUp()
	const queries = useQueryClient()
	const [asking, setAsking] = useState(false)
	const { busy, attempt } = useAttempt<SignOutTarget>(toast)
	const list = useSessions()
	const end = (target: SignOutTarget, work: () => Promise<void>) =>
		attempt(target, async () => {
			await work()
			await refetchQueries(queries, queryKeys.sessions(user.id))
		})
	const signOut = (scope: 'local' | 'others' | 'global') =>
		end(scope, async () => {
			throwIfError(await (await supabase).auth.signOut({ scope }))
			if (scope === 'others') toast('Signed out everywhere else')
		})
	const endOne = ({ id, is_current: isHere }: Session) =>
		isHere
			? signOut('local')
			: end(id, async () => {
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
						onEnd={() => void endOne(session)}
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

/**
 * One signed-in device.
 * @param isNear whether it is in the same network as this device
 */
function SessionRow({
	session,
	isNear,
	busy,
	onEnd,
}: {
	session: Session
	isNear: boolean
	busy: boolean
	onEnd: () => void
}) {
	const agent = session.user_agent ?? ''
	const name = deviceName(agent)
	const Icon = { phone: Smartphone, tablet: Tablet, none: Monitor }[deviceType(agent) ?? 'none']
	const since = formatRelative(session.created_at)
	const used = formatRelative(session.used_at)
	const facts = [
		used === since ? undefined : `used ${used}`,
		`signed in ${since}`,
		session.aal === 'aal2' ? 'with second factor' : undefined,
		networkLabel(session, isNear),
	].filter((fact) => fact !== undefined)
	return (
		<li className="ui-line">
			<Icon size={16} aria-hidden="true" />
			<div>
				<p>
					<strong>{name}</strong> {session.is_current ? <span className="account-here ui-small">This one</span> : null}
				</p>
				<p className="ui-quiet ui-small">{capitalize(facts.join(', '))}</p>
			</div>
			<Button size="tiny" busy={busy} onClick={onEnd} aria-label={`Sign out ${name}`}>
				Sign out
			</Button>
		</li>
	)
}

const capitalize = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1)
