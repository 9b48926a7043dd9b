import { Monitor, Smartphone, Tablet } from 'lucide-react'
import type { SessionRow as Session } from '#shared/account.ts'
import { dayWhenInside } from '#web/lib/when.ts'
import { Button } from '#web/ui/button.tsx'
import { deviceName, heldAs } from './device-name.ts'

/**
 * One device that is signed in.
 * @param isNear whether it is in the network of the device that asks
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
	const Icon = { phone: Smartphone, tablet: Tablet, none: Monitor }[heldAs(agent) ?? 'none']
	const since = dayWhenInside(session.created_at)
	const used = dayWhenInside(session.used_at)
	const facts = [
		used === since ? undefined : `used ${used}`,
		`signed in ${since}`,
		session.aal === 'aal2' ? 'with second factor' : undefined,
		placeOf(session, isNear),
	].filter((fact) => fact !== undefined)
	return (
		<li className="ui-line">
			<Icon size={16} aria-hidden="true" />
			<div>
				<p>
					<strong>{name}</strong>{' '}
					{session.is_current ? <span className="account-here ui-small">This one</span> : null}
				</p>
				<p className="ui-quiet ui-small">{capital(facts.join(', '))}</p>
			</div>
			<Button size="tiny" busy={busy} onClick={onEnd} aria-label={`Sign out ${name}`}>
				Sign out
			</Button>
		</li>
	)
}

/** Where it is, as far as it can be told without asking anybody else: by its network. */
function placeOf({ ip, is_current: isHere }: Session, isNear: boolean): string | undefined {
	if (!ip) return undefined
	if (/^(127\.|::1$)/.test(ip)) return 'on the server itself'
	if (isHere) return `from ${ip}`
	return isNear ? 'in the same network as this device' : `from ${ip}`
}

const capital = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1)
