import type { InstanceReport, TroubledJob } from '#shared/instance-report.ts'
import { formatDateTime, formatNumber } from '#web/lib/format/format.ts'
import { Button } from '#web/ui/button.tsx'
import { SettingsSection } from '#web/ui/settings.tsx'
import { useInstanceAction } from './use-instance.ts'

type Props = { report: InstanceReport }
const isMail = ({ kind }: TroubledJob) => kind.includes('mail')

/** Mails that could not be delivered, each with another try. */
export function MailSection({ report: { mails, jobs } }: Props) {
	const through = mails.through === 'outbox' ? 'Written to DATA_DIR/outbox.' : `Through ${mails.through}.`
	const { mutate, isPending } = useInstanceAction()
	return (
		<SettingsSection id="mail" title="Mail" text={through}>
			<p>
				{formatNumber(mails.waiting)} waiting, {formatNumber(mails.failed)} failed.
			</p>
			<Troubled jobs={jobs.troubled.filter(isMail)} empty="Every mail was delivered." />
			<div className="ui-buttons">
				<Button
					size="tiny"
					busy={isPending}
					onClick={() =>
						mutate({
							action: { action: 'send_test_mail' },
							said: mails.through === 'outbox' ? 'Written to the outbox' : 'The mail server has taken the mail',
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
	return (
		<SettingsSection id="jobs" title="Jobs" text="Recordings, imports, exports, retention.">
			<p>
				{formatNumber(jobs.due)} due, {formatNumber(jobs.later)} for later, {formatNumber(jobs.failed - mails.failed)}{' '}
				failed.
			</p>
			<Troubled jobs={jobs.troubled.filter((job) => !isMail(job))} empty="No job has failed." />
		</SettingsSection>
	)
}

function Troubled({ jobs, empty }: { jobs: TroubledJob[]; empty: string }) {
	if (jobs.length === 0) return <p className="ui-quiet">{empty}</p>
	return (
		<ul className="ui-rows">
			{jobs.map((job) => (
				<TroubledRow key={job.id} job={job} />
			))}
		</ul>
	)
}

function TroubledRow({ job }: { job: TroubledJob }) {
	const { id, kind, to, attempts, last_error, failed_at, run_at } = job
	const { mutate, isPending } = useInstanceAction()
	const name = to ?? kind.replaceAll('_', ' ')
	const tries = attempts === 1 ? '1 try' : `${attempts} tries`
	return (
		<li className="instance-line">
			<div>
				<p>
					<bdi className="instance-name">{name}</bdi>
				</p>
				<p className="ui-small">{last_error}</p>
				<p className="ui-small ui-quiet">
					{to ? `${kind.replaceAll('_', ' ')}, ` : ''}
					{tries}, {failed_at ? `given up ${formatDateTime(failed_at)}` : `again ${formatDateTime(run_at)}`}
				</p>
			</div>
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
		</li>
	)
}
