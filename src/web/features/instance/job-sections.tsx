import type { InstanceReport } from '#shared/instance/instance-report.ts'
import { formatCount, formatNumber } from '#web/lib/format/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { SettingsSection } from '#web/ui/settings.tsx'
import { isMail, TroubledJobs } from './troubled-jobs.tsx'
import { useInstanceAction } from './use-instance.ts'

type Props = { report: InstanceReport }

/** Mails that could not be delivered, each with another try. */
export function MailSection({ report: { mails, jobs } }: Props) {
	const isOutbox = mails.through === 'outbox'
	const { mutate, isPending } = useInstanceAction()
	const later = mails.waiting - mails.due
	const waiting =
		mails.waiting === 0
			? 'None waits.'
			: [
					mails.due > 0 ? `${formatNumber(mails.due)} due now.` : 'None is due.',
					later > 0 ? `${formatNumber(later)} for later, such as digests and reminders.` : '',
				]
					.join(' ')
					.trim()
	return (
		<SettingsSection
			id="mail"
			title="Mail"
			text={isOutbox ? 'Written to DATA_DIR/outbox.' : <bdi>{`Through ${mails.through}.`}</bdi>}
		>
			{mails.failed > 0 ? (
				<Notice isError>
					<strong>{formatCount(mails.failed, 'mail')} could not be delivered.</strong> {waiting}
				</Notice>
			) : (
				<p className="ui-quiet">{mails.waiting === 0 ? 'Every mail was delivered.' : `None failed. ${waiting}`}</p>
			)}
			<TroubledJobs jobs={jobs.troubled.filter(isMail)} subject="To" />
			<div className="ui-buttons">
				<Button
					size="tiny"
					busy={isPending}
					onClick={() =>
						mutate({
							action: { action: 'send_test_mail' },
							said: isOutbox ? 'Written to the outbox' : 'The mail server has taken the mail',
						})
					}
				>
					Send a test mail to me
				</Button>
			</div>
		</SettingsSection>
	)
}

/** Other work in the background that failed. */
export function JobsSection({ report: { jobs, mails } }: Props) {
	const failed = jobs.failed - mails.failed
	const others = jobs.troubled.filter((job) => !isMail(job))
	const queue = `${formatNumber(jobs.due)} due, ${formatNumber(jobs.later)} for later.`
	return (
		<SettingsSection id="jobs" title="Jobs" text="Recordings, imports, exports, retention.">
			{failed > 0 ? (
				<Notice isError>
					<strong>{formatCount(failed, 'job')} failed for good.</strong> {queue}
				</Notice>
			) : (
				<p className="ui-quiet">
					{others.length === 0 ? 'No job has failed.' : 'None has failed for good.'} {queue}
				</p>
			)}
			<TroubledJobs jobs={others} subject="Job" />
		</SettingsSection>
	)
}
