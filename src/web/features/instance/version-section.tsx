import type { InstanceReport } from '#shared/instance-report.ts'
import { formatNumber, formatSize } from '#web/lib/format/format.ts'
import { SettingsSection } from '#web/ui/settings.tsx'

/** What runs, and on what. */
export function VersionSection({ report: { versions, machine, address } }: { report: InstanceReport }) {
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
