import { Monitor, Smartphone, Tablet } from 'lucide-react'
import type { SessionRow as Session } from '#shared/account-rows.ts'
import { formatRelativeDayInline } from '#web/lib/format/format.ts'
import { Button } from '#web/ui/button.tsx'
import { deviceName, deviceType } from './device-name.ts'

/**
 * One signed-in device.
 * @param isNear whether it is in the same network as this device
 */
export function SessionRow({
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
	const since = formatRelativeDayInline(session.created_at)
	const used = formatRelativeDayInline(session.used_at)
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

/** The location as far as the address shows it, without a third-party lookup: the same network or not. */
function networkLabel({ ip, is_current: isHere }: Session, isNear: boolean): string | undefined {
	if (!ip) return undefined
	if (/^(127\.|::1$)/.test(ip)) return 'on the server itself'
	if (isHere) return `from ${ip}`
	return isNear ? 'in the same network as this device' : `from ${ip}`
}

const capitalize = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1)
