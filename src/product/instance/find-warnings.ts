import type { InstanceReport } from '#shared/instance/instance-report.ts'

/** Lists the problems that need the operator, the worst first. */
export function findWarnings(report: Omit<InstanceReport, 'warnings'>): string[] {
	const { health, disk, jobs, mails, database, last_backup, backups, spaces } = report
	const warnings = health
		.filter(({ state }) => state === 'fails' || state === 'warns')
		.map(({ name, detail, summary = detail }) => `${name}: ${summary}`)
	// Below the reserve, the disk itself is one that fails.
	if (disk.free >= disk.reserved && disk.free < disk.size * 0.1) warnings.push('Less than a tenth of the disk is free.')
	if (mails.failed > 0) warnings.push(`${counted(mails.failed, 'mail', 'mails')} could not be delivered.`)
	const failedJobs = jobs.failed - mails.failed
	if (failedJobs > 0) warnings.push(`${counted(failedJobs, 'job', 'jobs')} failed for good.`)
	if (database.connections > database.most_connections * 0.9)
		warnings.push('PostgreSQL has hardly any connection left.')
	if (last_backup && !last_backup.ok) warnings.push('The last backup failed.')
	else if (backups.overdue) warnings.push('The last backup is older than its schedule asks.')
	for (const space of spaces)
		if (space.most_bytes !== null && space.bytes >= space.most_bytes)
			warnings.push(`${space.name} has used up its storage.`)
	return warnings
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`
