import type { PolicyApp } from './policy-app.ts'
import { callers, ids } from './policy-callers.ts'
import type { Finding } from './policy-checks.ts'

const path = `saved_views?space_id=eq.${ids.spaceA}&user_id=eq.${ids.viewer}`
const own = { space_id: ids.spaceA, user_id: ids.viewer, name: 'Own', filter: { view: 'all' } }

/** Tries to make, change and delete a view of one member as each caller: that member alone may. */
export async function checkOwnViews(bench: PolicyApp): Promise<Finding[]> {
	const findings: Finding[] = []
	for (const caller of callers) {
		const isAllowed = caller === 'viewer'
		const expectWrite = async (method: string, target: string, body?: object) => {
			const { status, rows } = await bench.rest(caller, method, target, body)
			const isWritten = status < 300 && Array.isArray(rows) && rows.length === 1
			if (isWritten !== isAllowed) findings.push(`${caller} ${method} a view of the viewer: ${status}`)
		}
		await expectWrite('POST', 'saved_views', own)
		if (!isAllowed)
			await bench.owner.query(
				'insert into public.saved_views (space_id, user_id, name, filter) values ($1, $2, $3, $4)',
				[own.space_id, own.user_id, own.name, own.filter],
			)
		await expectWrite('PATCH', path, { name: 'Renamed' })
		await expectWrite('DELETE', path)
		await bench.restore()
	}
	return findings
}
