import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { toast } from 'sonner'
import type { InstanceReport } from '#shared/instance/instance-report.ts'
import { usePageTitle } from '#web/lib/browser/use-page-title.ts'
import { errorMessage, unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { saveBlob } from '#web/lib/files/save-blob.ts'
import { formatNumber, formatSize } from '#web/lib/format/format.ts'
import { formatTime } from '#web/lib/format/format-time.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/notices/empty-state.tsx'
import { ReadError } from '#web/ui/notices/read-error.tsx'
import { Settings, type SettingsNavItem, SettingsSection } from '#web/ui/settings.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { BackupsSection } from './backups-section.tsx'
import { HealthSection } from './health-section.tsx'
import { JobsSection, MailSection } from './job-sections.tsx'
import { LandingSection } from './landing-section.tsx'
import { SpacesSection } from './spaces-section.tsx'
import { StorageSection } from './storage-section.tsx'
import { Sums } from './sums.tsx'
import { useInstance } from './use-instance.ts'
import './instance.css'

const parts: SettingsNavItem[] = [
	{ id: 'mail', label: 'Mail' },
	{ id: 'jobs', label: 'Jobs' },
	{ id: 'health', label: 'Health' },
	{ id: 'backups', label: 'Backups' },
	{ id: 'storage', label: 'Storage' },
	{ id: 'spaces', label: 'Spaces' },
	{ id: 'front', label: 'Front page' },
	{ id: 'version', label: 'Version' },
]

/** /dashboard/instance: the whole installation, for its operators. */
export function Page() {
	usePageTitle('This server')
	const query = useInstance()
	const { data: report, error } = query
	if (!report && isRefused(error))
		return (
			<div className="ui-page">
				<EmptyState title="This page is for the operator of the server.">
					<p>
						The server’s OPERATORS setting names the addresses that may open it. An address counts once a mail, a
						provider or the command line has proven it; without the setting, the account of the setup link is the
						operator. On the server, plaudit doctor says what is missing.
					</p>
				</EmptyState>
			</div>
		)
	if (!report && error) return <ReadError query={query}>The state of the server could not be read.</ReadError>
	if (!report) return <PageSpinner />
	const { warnings, mails, jobs, spaces } = report
	return (
		<Settings
			title={titleOf(warnings.length)}
			text={<Summary report={report} isAway={query.isError} />}
			actions={<ReportButton />}
			parts={parts}
			counts={{ mail: mails.failed, jobs: jobs.failed - mails.failed, spaces: spaces.length }}
		>
			<Sums report={report} />
			<MailSection report={report} />
			<JobsSection report={report} />
			<HealthSection report={report} />
			<BackupsSection report={report} />
			<StorageSection report={report} />
			<SpacesSection report={report} />
			<LandingSection />
			<VersionSection report={report} />
		</Settings>
	)
}

function titleOf(warnings: number): string {
	if (warnings === 0) return 'This server works'
	return warnings === 1 ? 'One thing needs you' : `${warnings} things need you`
}

/** The problems that need the operator, one line each, and the time of the reading. */
function Summary({ report: { warnings, at }, isAway }: { report: InstanceReport; isAway: boolean }) {
	return (
		<>
			{warnings.map((warning) => (
				<strong key={warning} className="instance-warning">
					<bdi>{warning}</bdi>
				</strong>
			))}
			{warnings.length === 0 && !isAway ? 'Nothing needs you. ' : null}
			{isAway
				? `The server does not answer. The last state is from ${formatTime(at)}.`
				: `Looked at ${formatTime(at)}, again every 10 seconds.`}
		</>
	)
}

const isRefused = (error: unknown) => (error as { context?: { status?: number } } | null)?.context?.status === 404

/** Downloads and copies the state of the server as text that may be sent to others. */
function ReportButton() {
	const { mutate, isPending } = useMutation({
		mutationFn: async () =>
			unwrap(await (await supabase).functions.invoke<string>('instance?report', { method: 'GET' })),
		onSuccess: async (text) => {
			saveBlob(new Blob([text], { type: 'text/plain' }), `plaudit-report-${text.match(/\d{4}-\d\d-\d\d/)?.[0]}.txt`)
			// A browser that refuses to copy after the answer still has the file.
			const isCopied = await navigator.clipboard.writeText(text).then(
				() => true,
				() => false,
			)
			toast(`${isCopied ? 'Downloaded and copied' : 'Downloaded'}: no secrets, addresses or names are in it`)
		},
		onError: (error) => void toast(errorMessage(error)),
	})
	return (
		<Button busy={isPending} onClick={() => mutate()}>
			<Download size={16} aria-hidden="true" />
			Report for support
		</Button>
	)
}

/** The running versions, and the machine. */
function VersionSection({ report: { versions, machine, address } }: { report: InstanceReport }) {
	const processors = machine.processors === 1 ? '1 processor' : `${formatNumber(machine.processors)} processors`
	return (
		<SettingsSection id="version" title="Version">
			<div>
				<p>
					<strong>{versions.plaudit}</strong>
					<span className="ui-quiet">
						{' '}
						with Node.js {versions.node} and PostgreSQL {versions.postgres}
					</span>
				</p>
				<p className="ui-small ui-quiet">
					On {machine.platform}, {processors}, {formatSize(machine.process_memory)} of {formatSize(machine.memory)}{' '}
					memory in use by this process.
				</p>
				<p className="ui-small ui-quiet instance-address">
					Links lead to <bdi>{address}</bdi>.
				</p>
			</div>
		</SettingsSection>
	)
}
