import { Check, TriangleAlert } from 'lucide-react'
import type { InstanceReport } from '#shared/instance-report.ts'
import { formatDateTime } from '#web/lib/format/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { SettingsSection } from '#web/ui/settings.tsx'
import { useInstanceAction } from './use-instance.ts'

type Props = { report: InstanceReport }

/** The last backup, what the schedule says, and a backup now. */
export function BackupsSection({ report }: Props) {
	const { where, problem, running } = report.backups
	const { mutate, isPending } = useInstanceAction()
	return (
		<SettingsSection id="backups" title="Backups" text={explain(report)}>
			<LastBackup report={report} />
			{problem ? <p className="ui-small">{problem}</p> : null}
			{where ? (
				<div className="ui-buttons">
					<Button
						size="tiny"
						busy={isPending}
						disabled={running}
						onClick={() => mutate({ action: { action: 'back_up' }, said: 'A backup has begun' })}
					>
						{running ? 'A backup is being made' : 'Back up now'}
					</Button>
				</div>
			) : (
				<p className="ui-quiet">
					Set BACKUP_TARGET to a folder on another disk or to S3, and BACKUP_SCHEDULE. By hand: plaudit backup FOLDER.
				</p>
			)}
		</SettingsSection>
	)
}

function explain({ backups: { where, schedule } }: InstanceReport): string {
	const advice = 'Restore one now and then: only that shows that it is whole.'
	if (!where) return advice
	const place = where === 's3' ? 'into S3' : 'into a folder'
	return schedule ? `Made ${place}, ${schedule} (UTC). ${advice}` : `Made ${place}, on request only. ${advice}`
}

function LastBackup({ report: { last_backup: last } }: Props) {
	if (!last) return <p className="ui-quiet">No backup has been made yet.</p>
	return (
		<div className="instance-line">
			<p>{Date.parse(last.at) === 0 ? 'No complete backup' : formatDateTime(last.at)}</p>
			{last.ok ? (
				<Badge tone="good" icon={<Check size={14} aria-hidden="true" />}>
					Complete
				</Badge>
			) : (
				<Badge tone="bad" icon={<TriangleAlert size={14} aria-hidden="true" />}>
					The latest failed
				</Badge>
			)}
		</div>
	)
}
