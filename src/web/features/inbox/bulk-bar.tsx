import { X } from 'lucide-react'
import { formatNumber } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { TagPicker } from './tag-picker.tsx'
import type { Facets } from './use-facets.ts'
import type { Inbox } from './use-inbox.ts'
import type { Judge } from './use-judge.ts'
import { changesFor, type Verdict, verdictLabel } from './verdict.ts'

const verdicts: { verdict: Verdict; key?: string }[] = [
	{ verdict: 'restore' },
	{ verdict: 'archive', key: 'E' },
	{ verdict: 'reject', key: 'R' },
	{ verdict: 'approve', key: 'A' },
]

/** What can be done to the selected ones, with how many of them each verdict reaches. */
export function BulkBar({ inbox, judge, facets }: { inbox: Inbox; judge: Judge; facets: Facets }) {
	const { state, items, dispatch, setSelecting, order } = inbox
	const chosen = items.filter((item) => state.selected.has(item.id))
	return (
		<div className="inbox-bulk" role="toolbar" aria-label="Selected testimonials">
			<div>
				<strong aria-live="polite">{formatNumber(chosen.length)} selected</strong>
				<span className="inbox-list-grow" />
				{chosen.length < order.length ? (
					<Button
						size="tiny"
						variant="quiet"
						onClick={() => dispatch({ type: 'selected-all', order })}
					>
						Select all {formatNumber(order.length)}
					</Button>
				) : null}
				<Button
					variant="quiet"
					size="tiny"
					icon
					aria-label="Clear the selection"
					onClick={() => {
						dispatch({ type: 'cleared' })
						setSelecting(false)
					}}
				>
					<X size={16} aria-hidden="true" />
				</Button>
			</div>
			{chosen.length > 0 ? (
				<div className="inbox-bulk-acts">
					<TagPicker inbox={inbox} facets={facets} items={chosen} />
					{verdicts.map(({ verdict, key }) => {
						const reach = changesFor(chosen, verdict).length
						const [first] = chosen
						if (reach === 0 || !first) return null
						return (
							<Button
								key={verdict}
								size="tiny"
								variant={verdict === 'approve' ? 'primary' : 'plain'}
								onClick={() => judge.judge(verdict)}
							>
								{verdictLabel(verdict, first.status)}
								{reach === chosen.length && verdict !== 'approve' ? '' : ` ${formatNumber(reach)}`}
								{key ? <Kbd>{key}</Kbd> : null}
							</Button>
						)
					})}
				</div>
			) : null}
		</div>
	)
}
