import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import type { WebhookRow } from '#shared/rows.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { Button, TextButton } from '#web/ui/button.tsx'
import { ReadError } from '#web/ui/notices/read-error.tsx'
import { Segments } from '#web/ui/segments.tsx'
import { SettingsSection } from '#web/ui/settings.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { LogRow } from './log-row.tsx'
import { ReplayDialog } from './replay-dialog.tsx'
import { type DeliverySummary, useLog } from './use-deliveries.ts'
import { useReplay } from './use-webhooks.ts'

type Filter = 'all' | 'waiting' | 'delivered' | 'failed'

/** The deliveries of a webhook, with their answers. */
export function LogSection({
	webhook,
	summary,
	canEdit,
}: {
	webhook: WebhookRow
	summary: DeliverySummary | undefined
	canEdit: boolean
}) {
	const [filter, setFilter] = useState<Filter>('all')
	const [isAsking, setAsking] = useState(false)
	const replay = useReplay(webhook)
	const query = useLog(webhook, filter === 'all' ? undefined : filter)
	const rows = query.data?.pages.flat() ?? []
	const count = (number: number | undefined) => (number === undefined ? '' : ` ${formatNumber(number)}`)
	return (
		<SettingsSection id="log" title="Log" text="Kept for 30 days.">
			<div className="hooks-log-top">
				<Segments
					label="Show"
					value={filter}
					onChange={setFilter}
					options={[
						{ value: 'all', label: `All${count(summary?.all)}` },
						{ value: 'waiting', label: `Waiting${count(summary?.waiting)}` },
						{ value: 'failed', label: 'Failed' },
						{ value: 'delivered', label: `Delivered${count(summary?.delivered)}` },
					]}
				/>
				{canEdit ? (
					<Button size="tiny" onClick={() => setAsking(true)}>
						<RotateCcw size={14} aria-hidden="true" />
						Send a period again
					</Button>
				) : null}
			</div>
			{query.isPending ? <Spinner /> : null}
			{query.isError && rows.length === 0 ? <ReadError query={query}>The log could not be read.</ReadError> : null}
			{query.data && rows.length === 0 ? <p className="ui-quiet">Nothing here.</p> : null}
			{rows.length > 0 ? (
				<ul className="ui-rows" aria-label="Deliveries">
					{rows.map((row) => (
						<LogRow
							key={row.id}
							row={row}
							{...(canEdit ? { onSend: () => replay.mutate({ delivery: row.id }) } : {})}
							webhook={webhook}
							isSending={replay.isPending}
						/>
					))}
				</ul>
			) : null}
			{replay.error ? (
				<p className="ui-error" role="alert">
					{replay.error.message}
				</p>
			) : null}
			<div className="hooks-log-foot ui-small ui-quiet">
				<span>Only the first bytes of an answer are kept, never a password of yours.</span>
				{query.hasNextPage ? (
					<TextButton onClick={() => void query.fetchNextPage()} disabled={query.isFetchingNextPage}>
						Show more
					</TextButton>
				) : null}
			</div>
			{isAsking ? <ReplayDialog webhook={webhook} onClose={() => setAsking(false)} /> : null}
		</SettingsSection>
	)
}
