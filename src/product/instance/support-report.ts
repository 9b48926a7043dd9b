import type { Config } from '#platform/config/config.ts'
import { formatBytes } from '#shared/format-bytes.ts'
import type { InstanceReport } from '#shared/instance/instance-report.ts'
import { findErrorCodes } from './error-codes.ts'

type Line = [name: string, value: string | number]

/**
 * The state of the installation as text that may be sent to others: no secret, no address, no name of a person, space or host, and no
 * word of a testimonial.
 */
export function supportReport(
	report: InstanceReport,
	config: Pick<Config, 'changedSettings' | 'DATABASE_URL'>,
): string {
	const { versions, machine, uptime, disk, storage, backups, last_backup } = report
	const sections: [string, Line[]][] = [
		[
			'Versions',
			[
				['Plaudit', versions.plaudit],
				['Node.js', versions.node],
				['PostgreSQL', `${versions.postgres}, ${config.DATABASE_URL ? 'external' : 'embedded'}`],
				['Platform', machine.platform],
				['Processors', machine.processors],
				['Memory', `${formatBytes(machine.process_memory)} of this process, ${formatBytes(machine.memory)} in all`],
				['Up for', uptime === null ? 'not known' : `${Math.round(uptime / 60)} min`],
			],
		],
		['Health', report.health.map(({ name, state, shareable }): Line => [name, `${state}: ${shareable}`])],
		['Answers', answerLines(report)],
		['Database', databaseLines(report)],
		['Jobs', jobLines(report)],
		[
			'Files',
			[
				[
					'Stored',
					`${storage.files} files, ${formatBytes(storage.bytes)}, ${storage.where === 's3' ? 'in S3' : 'on the disk'}`,
				],
				['Last 30 days', formatBytes(storage.month_bytes)],
				['Disk', `${formatBytes(disk.free)} free of ${formatBytes(disk.size)}, ${formatBytes(disk.reserved)} reserved`],
			],
		],
		[
			'Backups',
			[
				['Target', backups.where ?? 'none'],
				['Last', lastText(last_backup)],
				...codeLines('Error', backups.problem),
				['Overdue', backups.overdue ? 'yes' : 'no'],
				['Kept', backups.kept ? `${backups.kept.count}, ${formatBytes(backups.kept.bytes)}` : 'not known'],
				['Restored', backups.tried?.at ?? 'never'],
				...codeLines('Restore error', backups.try_problem),
			],
		],
		[
			'Settings that differ from their defaults',
			config.changedSettings.map(({ name, value }): Line => [name, value === undefined ? '(set)' : String(value)]),
		],
	]
	const head = `Plaudit, report for support of ${report.at}\nSecrets, addresses, names and words of testimonials are left out.\n`
	return `${[head, ...sections.map(([title, lines]) => sectionText(title, lines))].join('\n')}`
}

function sectionText(title: string, lines: Line[]): string {
	const width = Math.max(18, ...lines.map(([name]) => name.length + 2))
	const rows = lines.length > 0 ? lines.map(([name, value]) => `  ${name.padEnd(width)}${value}`) : ['  none']
	return `${[title, ...rows].join('\n')}\n`
}

function answerLines({ latency }: InstanceReport): Line[] {
	if (!latency) return []
	return [
		['Median', `${latency.median.toFixed(1)} ms`],
		['99th percentile', `${latency.percentile99.toFixed(1)} ms`],
		['Answers', `${latency.answers} since ${latency.since}, of this node`],
	]
}

function databaseLines({ database, accounts, testimonials, spaces }: InstanceReport): Line[] {
	const { pool } = database
	return [
		['Size', formatBytes(database.size)],
		['Connections', `${database.connections} of ${database.most_connections}`],
		['Pool', pool ? `${pool.size} open, ${pool.idle} free, ${pool.waiting} wait` : 'not known'],
		['Accounts', accounts],
		['Spaces', spaces.length],
		['Testimonials', `${testimonials.total}, ${testimonials.today} of today`],
	]
}

/** Kinds of jobs are named by the program. */
function jobLines({ jobs, mails }: InstanceReport): Line[] {
	const codesOf = (kind: string) => {
		const errors = jobs.troubled.filter((job) => job.kind === kind).map((job) => job.last_error)
		return [...new Set(errors.flatMap(findErrorCodes))]
	}
	return [
		['All', `${jobs.due} due, ${jobs.later} later, ${jobs.failed} given up`],
		['Oldest due', `${Math.round(jobs.oldest_due_seconds)} s`],
		[
			'Mails',
			`${mails.waiting} wait, ${mails.failed} failed, ${mails.through === 'outbox' ? 'to the outbox' : 'by SMTP'}`,
		],
		...jobs.kinds
			.filter(({ kind, failed }) => failed > 0 || codesOf(kind).length > 0)
			.map(({ kind, failed }): Line => [kind, [`${failed} given up`, ...codesOf(kind)].join(', ')]),
	]
}

const codeLines = (name: string, problem: string | null): Line[] =>
	problem === null ? [] : [[name, findErrorCodes(problem).join(', ') || 'without a code']]

function lastText(last: InstanceReport['last_backup']): string {
	if (!last) return 'none'
	// A failure before the first complete backup has the year 1970.
	if (Date.parse(last.at) === 0) return 'none complete, the latest failed'
	return `${last.at}, ${last.ok ? 'complete' : 'the latest failed'}`
}
