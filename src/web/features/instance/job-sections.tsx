import type { InstanceReport, TroubledJob } from '#shared/instance/instance-report.ts'
import { formatCount, formatNumber } from '#web/lib/format/format.ts'
import { formatDateTime, formatRelative } from '#web/lib/format/format-time.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { SettingsSection } from '#web/ui/settings.tsx'
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

/** Kinds of jobs that deliver mails are named so. */
const isMail = ({ kind }: TroubledJob) => kind.includes('mail')

/** Jobs that failed, each with another try; those that were given up can be removed. */
function TroubledJobs({ jobs, subject }: { jobs: TroubledJob[]; subject: 'To' | 'Job' }) {
	if (jobs.length === 0) return null
	return (
		<table className="instance-table instance-jobs">
			<thead>
				<tr>
					<th scope="col">{subject}</th>
					<th scope="col">{subject === 'To' ? 'What the other side said' : 'What went wrong'}</th>
					<th scope="col">
						<span className="ui-sr">Act</span>
					</th>
				</tr>
			</thead>
			<tbody>
				{jobs.map((job) => (
					<TroubledRow key={job.id} job={job} />
				))}
			</tbody>
		</table>
	)
}

function TroubledRow({ job }: { job: TroubledJob }) {
	const { id, kind, to, attempts, last_error, failed_at, run_at } = job
	const { mutate, isPending } = useInstanceAction()
	const words = kind.replaceAll('_', ' ')
	const name = to ?? words
	const tries = formatCount(attempts, 'try', 'tries')
	const when = failed_at ? `given up ${formatRelative(failed_at)}` : `again ${formatDateTime(run_at)}`
	return (
		<tr>
			<td className="instance-lead">
				<bdi className="instance-name">{name}</bdi>
				<p className="ui-small ui-quiet">{[...(to ? [words] : []), tries, when].join(', ')}</p>
			</td>
			<td className="ui-small">
				<bdi>{last_error}</bdi>
			</td>
			<td className="instance-act">
				<div className="ui-buttons">
					<Button
						size="tiny"
						busy={isPending}
						aria-label={`Try now: ${name}`}
						onClick={() => mutate({ action: { action: 'retry_job', id }, said: 'It is tried again within seconds' })}
					>
						Try now
					</Button>
					{failed_at ? (
						<Button
							size="tiny"
							variant="quiet"
							disabled={isPending}
							aria-label={`Remove: ${name}`}
							onClick={() => mutate({ action: { action: 'drop_job', id }, said: 'Removed' })}
						>
							Remove
						</Button>
					) : null}
				</div>
			</td>
		</tr>
	)
}
