import ipaddr from 'ipaddr.js'
import type { LastBackup } from '#platform/backups/records.ts'
import type { WalState } from '#platform/backups/wal/wal-state.ts'
import type { Config } from '#platform/config/config.ts'
import { isLocalAddress, isLoopbackName } from '#platform/http/request/local-address.ts'
import type { FindingCode } from './findings.ts'
import type { StalledWork } from './queries.ts'

const dayMilliseconds = 86_400_000
/** A weekly backup that is a day late. */
const recentBackup = 8 * dayMilliseconds
/** A segment is archived after 40 seconds at most. */
const staleArchive = 15 * 60_000

/** Names that only a local network resolves (RFC 6762, RFC 8375, and those of common routers). */
const localName = /(?:^[^.]+|\.(?:local|localdomain|lan|internal|home\.arpa))$/

/** True when the internet can reach the host name of a URL, as far as the name says. */
export function isPublicHostname(hostname: string): boolean {
	const address = hostname.replace(/^\[|\]$/g, '')
	return !isLoopbackName(hostname) && !isLocalAddress(address) && (address.includes(':') || !localName.test(hostname))
}

type Settings = Pick<
	Config,
	| 'SITE_URL'
	| 'TRUSTED_PROXIES'
	| 'SMTP_URL'
	| 'HOOK_SEND_EMAIL_URI'
	| 'BACKUP_TARGET'
	| 'BACKUP_SCHEDULE'
	| 'DATABASE_URL'
	| 'S3_BUCKET'
	| 'JWT_KEYS'
>

/** True when a network is wider than any that a provider publishes for its machines. */
function isMuchOfTheInternet(network: string): boolean {
	if (!network.includes('/')) return false
	const [address, bits] = ipaddr.parseCIDR(network)
	return bits < (address.kind() === 'ipv4' ? 8 : 16) && !isLocalAddress(address.toString())
}

/** Findings that the settings alone show. */
export function findSettingProblems(settings: Settings): FindingCode[] {
	const { SITE_URL, SMTP_URL, HOOK_SEND_EMAIL_URI, TRUSTED_PROXIES } = settings
	const found: FindingCode[] = TRUSTED_PROXIES.some(isMuchOfTheInternet) ? ['trusts_everybody'] : []
	const sendsMail = Boolean(SMTP_URL ?? HOOK_SEND_EMAIL_URI)
	if (sendsMail && isLoopbackName(new URL(SITE_URL).hostname)) found.push('mail_links_local')
	return found
}

/**
 * Findings about backups.
 * @param wal the archive of the write-ahead log, where there is one
 * @param startedAt when the process began to archive, in milliseconds since 1970
 */
export function findBackupProblems(
	settings: Settings,
	last: LastBackup,
	wal: WalState | undefined,
	startedAt: number,
): FindingCode[] {
	const { BACKUP_TARGET, BACKUP_SCHEDULE, DATABASE_URL, S3_BUCKET, JWT_KEYS, SITE_URL } = settings
	const found: FindingCode[] = []
	if (last.check_problem !== null) found.push('backup_check_failed')
	const isTimed = BACKUP_TARGET !== undefined && BACKUP_SCHEDULE !== undefined
	if (isTimed && !DATABASE_URL && wal && isStale(wal, startedAt)) found.push('wal_archive_stale')
	const isRecent = last.finished_at !== null && Date.now() - Number(last.finished_at) < recentBackup
	if (isTimed || isRecent || !isPublicHostname(new URL(SITE_URL).hostname)) return found
	if (!DATABASE_URL) found.push('no_backups')
	else if (!S3_BUCKET || !JWT_KEYS) found.push('no_file_backups')
	return found
}

/** Before its first segment, an archive has only a problem to show. */
function isStale({ until, problem }: WalState, startedAt: number): boolean {
	if (until === null) return problem !== null
	return Date.now() - Math.max(Date.parse(until), startedAt) > staleArchive
}

/** Findings about work in the background that fails again and again. */
export function findWorkProblems(work: StalledWork | undefined): FindingCode[] {
	const found: FindingCode[] = []
	if (work?.mails) found.push('mails_wait')
	if (work?.jobs) found.push('jobs_repeat_errors')
	if (work?.search) found.push('search_behind')
	return found
}
