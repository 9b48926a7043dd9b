import { Check, TriangleAlert } from 'lucide-react'
import type { InstanceReport } from '#shared/instance-report.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { formatBytes } from '#web/lib/format/format-bytes.ts'
import { Badge } from '#web/ui/badge.tsx'
import { SettingsSection } from '#web/ui/settings.tsx'

type Props = { report: InstanceReport }

/** Four figures at the head of the page. */
export function Sums({ report: { uptime, testimonials, disk, accounts, spaces } }: Props) {
	const figures = [
		['Up for', uptime === null ? '–' : formatDuration(uptime)],
		['Sent today', formatNumber(testimonials.today)],
		[
			'Accounts',
			`${formatNumber(accounts)} in ${spaces.length === 1 ? '1 space' : `${formatNumber(spaces.length)} spaces`}`,
		],
		['Free disk', formatBytes(disk.free)],
	] as const
	return (
		<dl className="instance-sums">
			{figures.map(([name, value]) => (
				<div key={name}>
					<dt>{name}</dt>
					<dd className="ui-num">{value}</dd>
				</div>
			))}
		</dl>
	)
}

/** What must work before requests can be answered. */
export function HealthSection({ report: { health, database } }: Props) {
	const { pool } = database
	const figures = `${formatNumber(database.connections)} of ${formatNumber(database.most_connections)} connections, ${formatBytes(database.size)}`
	const details: Record<string, string> = {
		Migrations: 'All are applied.',
		Database: pool ? `${figures}. ${pool.waiting} requests wait for one.` : figures,
	}
	return (
		<SettingsSection id="health" title="Health">
			<ul className="ui-rows">
				{health.map(({ name, ok, detail }) => (
					<li key={name} className="instance-line">
						<div>
							<p>{name}</p>
							<p className="ui-small ui-quiet">{ok ? (details[name] ?? 'Accepts writes.') : detail}</p>
						</div>
						{ok ? (
							<Badge tone="good" icon={<Check size={14} aria-hidden="true" />}>
								Works
							</Badge>
						) : (
							<Badge tone="bad" icon={<TriangleAlert size={14} aria-hidden="true" />}>
								Fails
							</Badge>
						)}
					</li>
				))}
			</ul>
		</SettingsSection>
	)
}

/** What takes the disk. */
export function StorageSection({ report: { storage, database, disk } }: Props) {
	const isHere = storage.where === 'disk'
	const used = disk.size - disk.free
	const share = (bytes: number) => `${Math.min(100, (bytes / Math.max(disk.size, 1)) * 100)}%`
	return (
		<SettingsSection id="storage" title="Storage" text={isHere ? 'Files are on this disk.' : 'Files are in S3.'}>
			<div
				className="instance-meter"
				role="img"
				aria-label={`${formatBytes(used)} of ${formatBytes(disk.size)} are used, ${formatBytes(disk.free)} are free`}
			>
				{isHere ? <i className="instance-files" style={{ inlineSize: share(storage.bytes) }} /> : null}
				<i className="instance-database" style={{ inlineSize: share(database.size) }} />
				<i
					className="instance-others"
					style={{ inlineSize: share(Math.max(0, used - database.size - (isHere ? storage.bytes : 0))) }}
				/>
			</div>
			<ul className="instance-legend ui-small">
				<li>
					<i className="instance-files" />
					{formatNumber(storage.files)} files, {formatBytes(storage.bytes)}
				</li>
				<li>
					<i className="instance-database" />
					Database {formatBytes(database.size)}
				</li>
				<li>
					<i className="instance-others" />
					Everything else
				</li>
				<li>
					<i />
					Free {formatBytes(disk.free)} of {formatBytes(disk.size)}
				</li>
			</ul>
		</SettingsSection>
	)
}

export function VersionSection({ report: { versions, address } }: Props) {
	return (
		<SettingsSection id="version" title="Version">
			<p>
				Plaudit {versions.plaudit}
				<span className="ui-quiet">
					{' '}
					with Node.js {versions.node} and PostgreSQL {versions.postgres}
				</span>
			</p>
			<p className="ui-quiet">
				Links lead to <bdi>{address}</bdi>.
			</p>
		</SettingsSection>
	)
}

function formatDuration(seconds: number): string {
	const [days, hours, minutes] = [seconds / 86_400, (seconds / 3600) % 24, (seconds / 60) % 60].map(Math.floor)
	if (days) return days === 1 ? '1 day' : `${formatNumber(days)} days`
	return hours ? `${hours} h ${minutes} min` : `${minutes} min`
}
