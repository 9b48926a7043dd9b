import type { InstanceReport } from '#shared/instance/instance-report.ts'
import { formatList, formatSize } from '#web/lib/format/format.ts'
import { SettingsSection } from '#web/ui/settings.tsx'

type Part = { name: string; bytes: number; look: string }

/** The use of the disk, by kind. */
export function StorageSection({ report }: { report: InstanceReport }) {
	const { disk, storage } = report
	const isHere = storage.where === 'disk'
	const taken = isHere ? [...fileParts(report), ...otherParts(report)] : otherParts(report)
	const used = disk.size - disk.free
	const known = taken.reduce((sum, { bytes }) => sum + bytes, 0)
	const parts: Part[] = [
		...taken,
		{ name: 'Everything else', bytes: Math.max(0, used - known), look: 'instance-others' },
		{ name: 'Free', bytes: disk.free, look: 'instance-free' },
	].filter(({ bytes }) => bytes > 0)
	const words = parts.slice(0, -1).map(({ name, bytes }) => `${name.toLowerCase()} ${formatSize(bytes)}`)
	return (
		<SettingsSection
			id="storage"
			title="Storage"
			text={isHere ? 'Files are on this disk.' : 'Files are in S3. This is the disk of the server.'}
		>
			<div>
				<div
					className="instance-meter"
					role="img"
					aria-label={`${formatSize(used)} of ${formatSize(disk.size)} are used: ${formatList(words)}`}
				>
					{parts.map(({ name, bytes, look }) => (
						<i key={name} className={look} style={{ flexGrow: bytes / disk.size }} />
					))}
				</div>
				<ul className="instance-legend ui-small">
					{parts.map(({ name, bytes, look }) => (
						<li key={name}>
							<i className={look} />
							{name} {formatSize(bytes)}
						</li>
					))}
				</ul>
			</div>
			{isHere ? null : (
				<p className="ui-small ui-quiet">
					In S3: {formatList(fileParts(report).map(({ name, bytes }) => `${name.toLowerCase()} ${formatSize(bytes)}`))}
				</p>
			)}
		</SettingsSection>
	)
}

/** Files by bucket; small kinds are shown together. */
function fileParts({ storage }: InstanceReport): Part[] {
	const sum = (isWanted: (kind: string) => boolean) =>
		storage.kinds.reduce((total, { kind, bytes }) => total + (isWanted(kind) ? bytes : 0), 0)
	const isRecording = (kind: string) => kind === 'recordings'
	const isPhoto = (kind: string) => kind === 'photos' || kind === 'brand'
	return [
		{ name: 'Recordings', bytes: sum(isRecording), look: 'instance-recordings' },
		{ name: 'Photos', bytes: sum(isPhoto), look: 'instance-photos' },
		{ name: 'Other files', bytes: sum((kind) => !isRecording(kind) && !isPhoto(kind)), look: 'instance-files' },
	]
}

function otherParts({ database, backups }: InstanceReport): Part[] {
	const kept = backups.kept?.is_here ? backups.kept.bytes : 0
	return [
		{ name: 'Database', bytes: database.size, look: 'instance-database' },
		{ name: 'Backups', bytes: kept, look: 'instance-backups' },
	]
}
