import { type FindingCode, findingCodes } from '#platform/deployment/findings.ts'
import type { InstanceReport } from '#shared/instance/instance-report.ts'
import { cliConfig } from './with-deps.ts'

/** The server on this machine, as its metrics show it. */
export type ServerState = {
	/** Seconds since its start. */
	uptime: number
	/** Faults of its deployment that it finds. */
	findings: FindingCode[]
	/** Its connections to the database; nothing when they are not shown. */
	pool: InstanceReport['database']['pool']
}

/** The address of the server on this machine, past any proxy. */
export function localServerUrl(): string {
	const { PORT, hosts } = cliConfig()
	const [first = '127.0.0.1'] = hosts
	const host = first === '::' || first === '0.0.0.0' ? '127.0.0.1' : first
	return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`
}

/** Reads the metrics of the server on this machine. @returns nothing when none answers */
export async function readServerState(): Promise<ServerState | undefined> {
	const { METRICS_TOKEN } = cliConfig()
	try {
		const answer = await fetch(`${localServerUrl()}/metrics`, {
			headers: METRICS_TOKEN ? { authorization: `Bearer ${METRICS_TOKEN}` } : {},
			signal: AbortSignal.timeout(5000),
		})
		const text = await answer.text()
		const uptime = /^process_uptime_seconds (\S+)$/m.exec(text)?.[1]
		if (uptime === undefined) return undefined
		const present = [...text.matchAll(/^plaudit_deployment_finding\{code="(\w+)"\} 1$/gm)].map(([, code]) => code)
		const findings = findingCodes.filter((code) => present.includes(code))
		return { uptime: Number(uptime), findings, pool: poolOf(text) }
	} catch {
		return undefined
	}
}

function poolOf(text: string): ServerState['pool'] {
	const count = (name: string) => Number(new RegExp(`^plaudit_database_pool_${name} (\\d+)$`, 'm').exec(text)?.[1])
	const pool = { size: count('size'), idle: count('idle'), waiting: count('waiting') }
	return Object.values(pool).every(Number.isInteger) ? pool : null
}
