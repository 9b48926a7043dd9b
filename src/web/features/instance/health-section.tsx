import { Check, CircleHelp, TriangleAlert } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import type { HealthRow, InstanceReport } from '#shared/instance/instance-report.ts'
import { formatCount, formatNumber, formatSize } from '#web/lib/format/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { SettingsSection } from '#web/ui/settings.tsx'

type Look = { tone?: ComponentProps<typeof Badge>['tone']; icon: ReactNode; word: string }

const warning = <TriangleAlert size={14} aria-hidden="true" />
const question = <CircleHelp size={14} aria-hidden="true" />
const looks: Record<HealthRow['state'], Look> = {
	works: { tone: 'good', icon: <Check size={14} aria-hidden="true" />, word: 'Works' },
	fails: { tone: 'bad', icon: warning, word: 'Fails' },
	warns: { tone: 'warm', icon: warning, word: 'Needs you' },
	missing: { icon: question, word: 'Not there' },
	unknown: { icon: question, word: 'Not known' },
}

/** The parts that must work before requests can be answered, and the helpful ones. */
export function HealthSection({ report }: { report: InstanceReport }) {
	return (
		<SettingsSection id="health" title="Health" text="Of this node, and of what it stands on.">
			<ul className="ui-rows">
				{report.health.map((row) => (
					<li key={row.code ?? row.name} className="instance-line">
						<div>
							<p className="instance-name">{row.name}</p>
							<p className="ui-small ui-quiet">{detailOf(row, report)}</p>
						</div>
						<State state={row.state} />
					</li>
				))}
			</ul>
		</SettingsSection>
	)
}

function State({ state }: Pick<HealthRow, 'state'>) {
	const { word, ...look } = looks[state]
	return <Badge {...look}>{word}</Badge>
}

/** Figures in place of the bare “Works.” of the checks that requests wait for. */
function detailOf({ name, state, detail }: HealthRow, { database, storage, versions }: InstanceReport): string {
	if (state !== 'works') return detail
	if (name === 'Database') {
		const { connections, most_connections, size, pool } = database
		const waiting = pool && pool.waiting > 0 ? `. ${formatNumber(pool.waiting)} requests wait for a connection` : ''
		return `PostgreSQL ${versions.postgres}, ${formatNumber(connections)} of ${formatNumber(most_connections)} connections, ${formatSize(size)}${waiting}`
	}
	if (name === 'Files') {
		const amount =
			storage.files === 0 ? 'no files yet' : `${formatSize(storage.bytes)} in ${formatCount(storage.files, 'file')}`
		return `${storage.where === 's3' ? 'In S3' : 'On this disk'}, ${amount}`
	}
	if (name === 'Migrations') return 'All are applied.'
	return name === 'Disk' ? 'Accepts writes.' : detail
}
