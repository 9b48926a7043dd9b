import type { HealthRow, InstanceReport } from '#shared/instance/instance-report.ts'

/** Jobs are taken within seconds: one that waits longer than this shows that no worker runs or all are busy. */
const longWaitSeconds = 300

/** Whether jobs are taken, and which run on this node. */
export function jobsHealth({
	due,
	oldest_due_seconds: oldest,
	running,
}: Pick<InstanceReport['jobs'], 'due' | 'oldest_due_seconds' | 'running'>): HealthRow {
	const isLate = oldest > longWaitSeconds
	const dueOnes = due === 1 ? '1 waits' : `${due} wait`
	const waiting = isLate ? `${dueOnes}, the oldest for ${Math.round(oldest / 60)} minutes` : dueOnes
	const kinds = Object.entries(running).map(([kind, count]) => {
		const name = kind.replaceAll('_', ' ')
		return count > 1 ? `${name} (${count})` : name
	})
	const detail = kinds.length > 0 ? `${waiting}, running now: ${kinds.join(', ')}.` : `${waiting}, none runs.`
	return { name: 'Jobs', state: isLate ? 'warns' : 'works', detail, shareable: detail }
}
