import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { flag, printResult, readOptions } from '#cli/read-options.ts'
import { readServerState } from '#cli/read-server-state.ts'
import { cliConfig, withDeps } from '#cli/with-deps.ts'
import { readLastBackup } from '#platform/metrics/last-backup.ts'
import { queryOwner } from '#platform/pg/engine/owner-socket.ts'
import { productVersion } from '#platform/product-version.ts'
import { createInstanceReader } from '#product/instance/create-instance-reader.ts'
import { supportReport } from '#product/instance/support-report.ts'
import { formatBytes } from '#shared/format-bytes.ts'
import type { HealthRow, InstanceReport } from '#shared/instance/instance-report.ts'

/**
 * Prints the state of the installation on one screen. It starts nothing: without a running server or a usable database it says so, with
 * what the disk shows. Exit code 1 when no server runs or something needs the operator.
 */
export async function run(args: string[]): Promise<number> {
	const { json, report: isForSupport } = readOptions(args, { json: flag, report: flag })
	const { DATA_DIR, DATABASE_URL, SITE_URL, MIN_FREE_DISK_MB } = cliConfig()
	const server = await readServerState()
	const owner = DATABASE_URL ? undefined : await queryOwner(join(DATA_DIR, 'socket'))
	/** @param problem why the database cannot be read, where a server runs */
	async function printWithoutReport(problem?: string): Promise<number> {
		const disk = await statfs(DATA_DIR).catch(() => statfs('.'))
		const found = {
			running: server !== undefined,
			state: server ? 'running' : (owner?.state ?? 'stopped'),
			problem,
			version: productVersion(),
			address: SITE_URL,
			disk: { free: disk.bavail * disk.bsize, size: disk.blocks * disk.bsize, reserved: MIN_FREE_DISK_MB * 1024 ** 2 },
			last_backup: (await readLastBackup(DATA_DIR)) ?? null,
		}
		const { address: _, ...shareable } = { ...found, problem: problem && 'The database cannot be used.' }
		if (isForSupport) printReport(json, withoutReportText(shareable))
		else printResult(json, found, withoutReportText(found))
		return 1
	}
	if (!server && (DATABASE_URL || owner?.state !== 'serving')) return printWithoutReport()
	let report: InstanceReport
	try {
		report = await withDeps((deps) => createInstanceReader(deps)(server?.uptime ?? null, server), 'silent')
	} catch (error) {
		return printWithoutReport((error as Error).message)
	}
	if (isForSupport) return printReport(json, supportReport(report, cliConfig()))
	printResult(json, { running: true, ...report }, reportText(report))
	return report.warnings.length > 0 ? 1 : 0
}

const printReport = (json: boolean | undefined, report: string) => printResult(json, { report }, report)

/** The facts about the last backup that are known with and without a server. */
type LastBackup = Pick<NonNullable<InstanceReport['last_backup']>, 'at' | 'ok'> | null

type WithoutReport = {
	state: string
	/** Why the database cannot be read, with what to do. */
	problem?: string | undefined
	version: string
	/** Left out of a report for support. */
	address?: string
	disk: InstanceReport['disk']
	last_backup: LastBackup
}

const marks: Partial<Record<HealthRow['state'], string>> = { fails: 'NOT READY: ', warns: 'LOOK: ' }

/** One screen of text, warnings first. */
function reportText(report: InstanceReport): string {
	const { versions, uptime, address, database, jobs, mails, storage, disk, testimonials, spaces } = report
	const { pool } = database
	const lines: [string, string][] = [
		['Version', `Plaudit ${versions.plaudit}, Node.js ${versions.node}, PostgreSQL ${versions.postgres}`],
		['Up for', uptime === null ? 'not known: the server does not answer on its port' : duration(uptime)],
		['Address', address],
		...report.health.map(({ name, state, detail }): [string, string] => [name, `${marks[state] ?? ''}${detail}`]),
		[
			'Database size',
			`${formatBytes(database.size)}, ${database.connections} of ${database.most_connections} connections`,
		],
		...(pool ? ([['Pool', `${pool.size} open, ${pool.idle} free, ${pool.waiting} wait`]] as [string, string][]) : []),
		['Job queue', `${jobs.due} due, ${jobs.later} later, ${jobs.failed} failed`],
		['Mails', `${mails.waiting} wait, ${mails.due} of them due, ${mails.failed} failed, through ${mails.through}`],
		[
			'Storage',
			`${storage.files} files, ${formatBytes(storage.bytes)}, ${storage.where === 's3' ? 'in S3' : 'on this disk'}`,
		],
		['Free disk', diskText(disk)],
		['Accounts', String(report.accounts)],
		['Spaces', `${spaces.length}, with ${testimonials.total} testimonials, ${testimonials.today} of today`],
		['Last backup', backupText(report.last_backup)],
	]
	const heads = report.warnings.length > 0 ? report.warnings.map((text) => `!  ${text}`) : ['Everything works.']
	return [...heads, '', ...lines.map(([name, value]) => `${name.padEnd(15)}${value}`)].join('\n')
}

/** The report without a server, whose database is not started for this, or without its database. */
function withoutReportText({ state, problem, version, address, disk, last_backup }: WithoutReport): string {
	const head = state === 'stopped' ? 'No server runs.' : `The server is ${state}.`
	return [
		...(problem === undefined
			? [`!  ${head} Start it with: plaudit start`]
			: [`!  ${problem}`, '!  Until then the server answers 503, and takes requests again by itself.']),
		'',
		`${'Version'.padEnd(15)}Plaudit ${version}`,
		...(address === undefined ? [] : [`${'Address'.padEnd(15)}${address}`]),
		`${'Free disk'.padEnd(15)}${diskText(disk)}`,
		`${'Last backup'.padEnd(15)}${backupText(last_backup)}`,
	].join('\n')
}

const diskText = ({ free, size, reserved }: InstanceReport['disk']) =>
	`${formatBytes(free)} of ${formatBytes(size)}${free < reserved ? ', less than MIN_FREE_DISK_MB' : ''}`

function backupText(last: LastBackup): string {
	if (!last) return 'none is known'
	// A failure before the first complete backup has the year 1970.
	const at = Date.parse(last.at) === 0 ? 'none is complete' : last.at
	return last.ok ? at : `${at}, FAILED`
}

function duration(seconds: number): string {
	const [days, hours, minutes] = [seconds / 86_400, (seconds / 3600) % 24, (seconds / 60) % 60].map(Math.floor)
	if (days) return `${days} d ${hours} h`
	return hours ? `${hours} h ${minutes} min` : `${minutes} min`
}
