import { usePageTitle } from '#web/lib/browser/use-page-title.ts'
import { formatTime } from '#web/lib/format/format.ts'
import { EmptyState } from '#web/ui/notices/empty-state.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { ReadError } from '#web/ui/notices/read-error.tsx'
import { Settings, type SettingsNavItem } from '#web/ui/settings.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { BackupsSection } from './backups-section.tsx'
import { JobsSection, MailSection } from './job-sections.tsx'
import { SpacesSection } from './spaces-section.tsx'
import { HealthSection, StorageSection, Sums, VersionSection } from './state-sections.tsx'
import { useInstance } from './use-instance.ts'
import './instance.css'

const parts: SettingsNavItem[] = [
	{ id: 'mail', label: 'Mail' },
	{ id: 'jobs', label: 'Jobs' },
	{ id: 'health', label: 'Health' },
	{ id: 'backups', label: 'Backups' },
	{ id: 'storage', label: 'Storage' },
	{ id: 'spaces', label: 'Spaces' },
	{ id: 'version', label: 'Version' },
]

/** /dashboard/instance: the whole installation, for accounts that OPERATORS names. */
export function Page() {
	usePageTitle('This server')
	const query = useInstance()
	const { data: report, error } = query
	if (!report && isRefused(error))
		return (
			<div className="instance-refused">
				<EmptyState title="This page is for the operator of the server.">
					<p>The server’s OPERATORS setting names the confirmed addresses that may open it.</p>
				</EmptyState>
			</div>
		)
	if (!report && error) return <ReadError query={query}>The state of the server could not be read.</ReadError>
	if (!report) return <PageSpinner />
	const { warnings } = report
	const title =
		warnings.length === 0
			? 'This server works'
			: warnings.length === 1
				? 'One thing needs you'
				: `${warnings.length} things need you`
	return (
		<Settings
			title={title}
			parts={parts}
			counts={{
				mail: report.mails.failed,
				jobs: report.jobs.failed - report.mails.failed,
				spaces: report.spaces.length,
			}}
		>
			<p className="ui-quiet instance-at">
				{query.isError ? 'The server does not answer. The last state is from' : 'Looked at'} {formatTime(report.at)}
				{query.isError ? '.' : ', again every 10 seconds.'}
			</p>
			{warnings.length > 0 ? (
				<Notice isError>
					<ul className="instance-warnings">
						{warnings.map((warning) => (
							<li key={warning}>{warning}</li>
						))}
					</ul>
				</Notice>
			) : null}
			<Sums report={report} />
			<MailSection report={report} />
			<JobsSection report={report} />
			<HealthSection report={report} />
			<BackupsSection report={report} />
			<StorageSection report={report} />
			<SpacesSection spaces={report.spaces} />
			<VersionSection report={report} />
		</Settings>
	)
}

const isRefused = (error: unknown) => (error as { context?: { status?: number } } | null)?.context?.status === 404
