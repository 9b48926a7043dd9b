import type { Logger } from 'pino'
import { lastBackup } from '#platform/backups/records.ts'
import { readWalState } from '#platform/backups/wal/wal-state.ts'
import type { Config } from '#platform/config/config.ts'
import type { Metrics } from '#platform/metrics/metrics.ts'
import type { Sample } from '#platform/metrics/render-metrics.ts'
import type { Db } from '#platform/pg/db.ts'
import { readClockDifference } from './clock-difference.ts'
import { findBackupProblems, findSettingProblems, findWorkProblems } from './find-problems.ts'
import { type FindingCode, findingCodes, findings, findingText } from './findings.ts'
import { type StalledWork, stalledWork } from './queries.ts'
import { createRequestEvidence, type Observed } from './request-evidence.ts'

const intervalMilliseconds = 60_000
/** Milliseconds; that of the doctor's comparison with what answers at SITE_URL. */
const clockTolerance = 30_000
const startedAt = Date.now() - process.uptime() * 1000

/** Finds what is wrong with the deployment of this node: by its settings, its backups, its clock, and the requests that reach it. */
export type DeploymentObserver = {
	/** Called for each answer. @param path the pattern of its route */
	observe(request: Observed, path: string, status: number): void
	/** Findings of the requests of this process. */
	observed(): readonly FindingCode[]
	/** All present findings, the worst first. @param observed those of the server, in a command beside it */
	find(observed?: readonly FindingCode[]): Promise<FindingCode[]>
	/** Logs each finding once, now and when it appears. @returns a function that ends it */
	follow(): () => void
}

export function createDeploymentObserver(config: Config, db: Db, log: Logger): DeploymentObserver {
	/** Those that the operator knows of are as good as logged. */
	const logged = new Set<FindingCode>(config.IGNORE_FINDINGS)
	const evidence = createRequestEvidence(config, report)

	function report(codes: readonly FindingCode[]): void {
		for (const code of codes) {
			if (logged.has(code)) continue
			logged.add(code)
			const level = findings[code].state === 'fails' ? 'error' : 'warn'
			log[level]({ finding: code }, findingText(code))
		}
	}

	async function find(observed = evidence.codes()): Promise<FindingCode[]> {
		const [last, wal, clock, work] = await Promise.all([
			lastBackup(db),
			readWalState(config.DATA_DIR).catch(() => undefined),
			readClockDifference(db),
			readStalledWork(db),
		])
		const found = [
			...findSettingProblems(config),
			...findBackupProblems(config, last, wal, startedAt),
			...findWorkProblems(work),
			...observed,
		]
		if (Math.abs(clock.ahead) > clockTolerance) found.push('database_clock_differs')
		return findingCodes.filter((code) => found.includes(code) && !config.IGNORE_FINDINGS.includes(code))
	}

	return {
		observe: evidence.observe,
		observed: evidence.codes,
		find,
		follow() {
			// Without the database, other lines say so.
			const look = () => void find().then(report, () => {})
			look()
			const timer = setInterval(look, intervalMilliseconds).unref()
			return () => clearInterval(timer)
		},
	}
}

async function readStalledWork(db: Db): Promise<StalledWork | undefined> {
	const [row] = await db.as({ role: 'service_role' }, (tx) => tx.final<StalledWork>(stalledWork()), { readOnly: true })
	return row
}

/** Shows each finding that the server can have as 0 or 1. */
export function collectFindings(metrics: Metrics, { find }: Pick<DeploymentObserver, 'find'>): void {
	metrics.collect(async () => {
		const present = await find()
		const own = findingCodes.filter((code) => findings[code].by === 'server')
		return own.map((code): Sample => {
			return { name: 'plaudit_deployment_finding', labels: { code }, value: Number(present.includes(code)) }
		})
	})
}
