import type { SessionRow } from '#shared/result-rows.ts'

/**
 * Where a session is, as far as its address shows without a third-party lookup.
 * @param isNear whether its address is that of this device
 */
export function networkLabel(session: Pick<SessionRow, 'ip' | 'is_current'>, isNear: boolean): string | undefined {
	const { ip, is_current: isHere } = session
	if (!ip) return undefined
	if (/^(127\.|::1$)/.test(ip)) return 'from the server’s own machine'
	if (isHere) return `from ${ip}`
	return isNear ? 'in the same network as this device' : `from ${ip}`
}
