import type { TroubledJob } from '#shared/instance/instance-report.ts'
import { formatCount } from '#web/lib/format/format.ts'
import { formatDateTime, formatRelative } from '#web/lib/format/format-time.ts'
import { Button } from '#web/ui/button.tsx'
import { useInstanceAction } from './use-instance.ts'

/** Kinds of jobs that deliver mails are named so. */
export const isMail = ({ kind }: TroubledJob) => kind.includes('mail')

/** Jobs that failed, each with another try; those that were given up can be removed. */
export function TroubledJobs({ jobs, subject }: { jobs: TroubledJob[]; subject: 'To' | 'Job' }) {
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
