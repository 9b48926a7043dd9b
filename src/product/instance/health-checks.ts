import { readClockDifference } from '#platform/deployment/clock-difference.ts'
import { type FindingCode, findings, findingText } from '#platform/deployment/findings.ts'
import type { Deps } from '#platform/deps.ts'
import { certificateHealth } from '#platform/health/certificate-health.ts'
import { createReadinessCheck, type ReadinessDeps, type ReadinessPart } from '#platform/health/readiness.ts'
import { FfmpegNotInstalled, findFfmpeg } from '#platform/media/recordings/ffmpeg/find-ffmpeg.ts'
import type { Db } from '#platform/pg/db.ts'
import { throttled } from '#platform/throttled.ts'
import type { HealthRow, InstanceReport } from '#shared/instance/instance-report.ts'

/** Longer than that of /ready: a busy machine makes no one leave a rotation here. */
const readinessTimeout = 15_000
/** Tokens and links are dated by this machine's clock and judged by that of the database, too. */
const clockTolerance = 2000
/** Jobs are taken within seconds: one that waits longer than this shows that no worker runs or all are busy. */
const longWaitSeconds = 300
const partNames = { database: 'Database', migrations: 'Migrations', files: 'Files', disk: 'Disk' }

/** Prepares the checks of what must work, and of what helps. @param seldom milliseconds for which the slow ones are cached */
export function createHealthChecks(deps: ReadinessDeps, seldom: number) {
	const { config, db } = deps
	const readParts = createReadinessCheck(deps, readinessTimeout)
	const readCertificate = throttled(seldom, () => certificateHealth(config.SITE_URL))
	const readFfmpeg = throttled(seldom, () => ffmpegHealth(config))
	return async (): Promise<{ parts: HealthRow[]; others: HealthRow[] }> => {
		const [parts, ffmpeg, certificate, clock] = await Promise.all([
			readParts(),
			readFfmpeg(),
			readCertificate(),
			clockHealth(db),
		])
		const others = [ffmpeg, ...(certificate ? [{ name: 'Certificate', ...certificate }] : []), clock]
		return { parts: parts.map((part) => partHealth(part, config)), others }
	}
}

function partHealth({ name: part, ok, reason = 'Works.' }: ReadinessPart, config: Deps['config']): HealthRow {
	const name = partNames[part]
	if (ok) return { name, state: 'works', detail: reason, shareable: reason }
	return { name, state: 'fails', detail: `${reason} ${remedyOf(part, config)}`, summary: reason, shareable: reason }
}

function remedyOf(part: ReadinessPart['name'], { DATABASE_URL, S3_BUCKET }: Deps['config']): string {
	if (part === 'migrations') return 'Start this version again, which applies them.'
	if (part === 'disk') return 'Free space, or look at the disk of DATA_DIR; writing goes on by itself.'
	if (part === 'database')
		return DATABASE_URL
			? 'Look at the server of DATABASE_URL and its log; nodes connect again by themselves.'
			: 'Read DATA_DIR/postgres.log; the server connects again by itself.'
	return S3_BUCKET
		? 'Look at S3, S3_ENDPOINT, the keys and the bucket: plaudit doctor stores a file and reads it again. Everything but files works.'
		: 'Look at the disk and the owner of DATA_DIR/storage.'
}

async function ffmpegHealth(config: Deps['config']): Promise<HealthRow> {
	const name = 'ffmpeg'
	try {
		const { version } = await findFfmpeg(config)
		const detail = `${version}, recordings become MP4 with a picture.`
		return { name, state: 'works', detail, shareable: detail }
	} catch (error) {
		const without = 'Without it, only MP4 recordings with H.264 and AAC can be shown.'
		const isAbsent = error instanceof FfmpegNotInstalled
		return {
			name,
			state: isAbsent ? 'missing' : 'warns',
			detail: `${(error as Error).message} ${without}`,
			shareable: isAbsent ? 'Not installed.' : 'It cannot be used.',
		}
	}
}

async function clockHealth(db: Db): Promise<HealthRow> {
	const { ahead, uncertainty } = await readClockDifference(db)
	const isOff = Math.abs(ahead) > clockTolerance
	const detail = isOff
		? `This machine is ${(Math.abs(ahead) / 1000).toFixed(1)} s ${ahead > 0 ? 'ahead of' : 'behind'} the database.`
		: `As that of the database, to within ${(Math.max(Math.abs(ahead), uncertainty, 10) / 1000).toFixed(2)} s.`
	return { name: 'Clock', state: isOff ? 'warns' : 'works', detail, shareable: detail }
}

/** The jobs that wait, and those that run on this node. */
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

/** One row for each finding about the deployment; nothing where all is well. */
export function deploymentHealth(codes: readonly FindingCode[]): HealthRow[] {
	return codes.map((code) => {
		const { subject, sentence } = findings[code]
		return {
			name: subject,
			code,
			state: 'warns',
			detail: findingText(code),
			summary: sentence,
			shareable: `${code}. ${sentence}`,
		}
	})
}
