import type { ReactNode } from 'react'
import { formatNumber } from '#web/lib/format/format.ts'
import { classNames } from './class-names.ts'
import './meter.css'

/** One share of a whole. `label` is what stands behind its number. */
export type MeterPart = {
	tone: 'accent' | 'soft' | 'quiet' | 'warm' | 'faint' | 'danger'
	value: number
	label: string
}

/** A bar of the shares of a whole with their numbers below it. Parts of 0 are left out; `end` follows the last number. */
export function Meter({
	parts,
	summary,
	tall = false,
	end,
}: {
	parts: readonly MeterPart[]
	/** Names the bar for screen readers, which then skip the numbers below it. */
	summary?: string
	tall?: boolean
	end?: ReactNode
}) {
	const shown = parts.filter(({ value }) => value > 0)
	return (
		<div>
			<div
				className={classNames('ui-meter', tall && 'ui-meter-tall')}
				{...(summary ? { role: 'img', 'aria-label': summary } : { 'aria-hidden': true })}
			>
				{shown.map(({ tone, value, label }) => (
					<i key={label} className={`ui-meter-${tone}`} style={{ flexGrow: value }} />
				))}
			</div>
			<p className="ui-legend" aria-hidden={summary ? true : undefined}>
				{shown.map(({ tone, value, label }, at) => (
					<span key={label}>
						<i className={`ui-meter-${tone}`} aria-hidden="true" />
						<span>
							{at === 0 ? <b>{formatNumber(value)}</b> : formatNumber(value)} {label}
						</span>
					</span>
				))}
				{end}
			</p>
		</div>
	)
}
