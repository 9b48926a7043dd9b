import { Check, Clock, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { InstanceReport } from '#shared/instance/instance-report.ts'
import { formatCount, formatNumber, formatSize } from '#web/lib/format/format.ts'
import { formatDate, formatDateTime, formatRelative } from '#web/lib/format/format-time.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { SettingsSection } from '#web/ui/settings.tsx'
import { useInstanceAction } from './use-instance.ts'

type Props = { report: InstanceReport }
const warning = <TriangleAlert size={14} aria-hidden="true" />

/** The last backup, the last restore that was tried, and both now. */
export function BackupsSection({ report }: Props) {
	const { where, problem, try_problem } = report.backups
	const said = problem ?? try_problem
	return (
		<SettingsSection id="backups" title="Backups" text={explain(report)}>
			{said ? (
				<Notice isError>
					<bdi className="instance-address">{said}</bdi>
				</Notice>
			) : null}
			<ul className="ui-rows">
				<LastBackup report={report} />
				{where || report.backups.tried ? <LastTry report={report} /> : null}
			</ul>
			{where ? (
				<BackupButtons report={report} />
			) : (
				<p className="ui-quiet">
					Set BACKUP_TARGET to a folder on another disk or to S3, and BACKUP_SCHEDULE. By hand: plaudit backup FOLDER.
				</p>
			)}
		</SettingsSection>
	)
}

function BackupButtons({ report: { backups, last_backup } }: Props) {
	const { mutate, isPending } = useInstanceAction()
	const { running, trying, can_try, kept } = backups
	const isBusy = running || trying
	const hasBackup = last_backup !== null || (kept !== null && kept.count > 0)
	return (
		<div className="ui-buttons">
			<Button
				busy={isPending}
				disabled={isBusy}
				onClick={() => mutate({ action: { action: 'back_up' }, said: 'A backup has begun' })}
			>
				{running ? 'A backup is being made' : 'Back up now'}
			</Button>
			{can_try && hasBackup ? (
				<Button
					disabled={isBusy || isPending}
					onClick={() =>
						mutate({ action: { action: 'try_restore' }, said: 'A restore into a scratch folder has begun' })
					}
				>
					{trying ? 'A restore is being tried' : 'Try a restore'}
				</Button>
			) : null}
		</div>
	)
}

function explain({ backups: { where, schedule } }: InstanceReport): string {
	const advice = 'Only a restore shows that a backup is whole.'
	if (!where) return advice
	const place = where === 's3' ? 'into S3' : 'into a folder'
	return schedule ? `Made ${place}, ${schedule} (UTC). ${advice}` : `Made ${place}, on request only. ${advice}`
}

function Row({ title, text, children }: { title: ReactNode; text?: ReactNode; children?: ReactNode }) {
	return (
		<li className="instance-line">
			<div>
				<p className="instance-name">{title}</p>
				{text ? <p className="ui-small ui-quiet">{text}</p> : null}
			</div>
			{children}
		</li>
	)
}

function LastBackup({ report: { last_backup: last, backups } }: Props) {
	if (!last) return <Row title="No backup has been made yet" />
	const isComplete = Date.parse(last.at) !== 0
	const { bytes, seconds } = last
	const { kept, overdue } = backups
	const facts = [
		...(isComplete && bytes !== null
			? [`${formatSize(bytes)}${seconds === null ? '' : ` in ${formatSeconds(seconds)}`}`]
			: []),
		...(kept && kept.count > 0 ? [`${formatNumber(kept.count)} kept, ${formatSize(kept.bytes)}`] : []),
		...(kept?.oldest && kept.count > 1 ? [`oldest of ${formatDate(kept.oldest)}`] : []),
	]
	return (
		<Row title={isComplete ? formatDateTime(last.at) : 'No complete backup'} text={facts.join(', ')}>
			{!last.ok ? (
				<Badge tone="bad" icon={warning}>
					The latest failed
				</Badge>
			) : overdue ? (
				<Badge tone="warm" icon={warning}>
					Overdue
				</Badge>
			) : (
				<Badge tone="good" icon={<Check size={14} aria-hidden="true" />}>
					{backups.tried && backups.tried.at >= last.at ? 'Written and read back' : 'Complete'}
				</Badge>
			)}
		</Row>
	)
}

function LastTry({ report: { backups, at } }: Props) {
	const { tried, trying } = backups
	if (!tried) return <Row title={trying ? 'A restore is being tried' : 'No restore has been tried yet'} />
	const { tables, rows } = tried
	const counted =
		tables === null || rows === null
			? 'Files and tables were as they should be'
			: tables === 0
				? 'The files were as they should be; the database is backed up elsewhere'
				: `Restored into an empty database, ${formatCount(rows, 'row')} in ${formatCount(tables, 'table')} counted`
	return (
		<Row title={`Last tried in full: ${formatDateTime(tried.at)}`} text={counted}>
			<Badge icon={<Clock size={14} aria-hidden="true" />}>{formatRelative(tried.at, 'label', new Date(at))}</Badge>
		</Row>
	)
}

const formatSeconds = (seconds: number) =>
	seconds < 120
		? formatCount(Math.max(1, Math.round(seconds)), 'second')
		: formatCount(Math.round(seconds / 60), 'minute')
