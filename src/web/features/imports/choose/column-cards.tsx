import { useEffect, useRef, useState } from 'react'
import type { ImportAnalysis, ImportColumn, ImportMapping, ImportTarget } from '#shared/import/import-api.ts'
import { formatCount, formatNumber } from '#web/lib/format/format.ts'
import { TextButton } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { ColumnSamples } from './column-samples.tsx'
import { TargetSelect } from './target-select.tsx'

/** A file may have hundreds of columns that stay out. */
const tokensAtFirst = 24

/** The columns that go in as cards with samples, and those that are left out as tokens, which take them in when pressed. */
export function ColumnCards({
	analysis,
	mapping,
	without,
	onChange,
}: {
	analysis: ImportAnalysis
	mapping: ImportMapping
	/** Positions of columns that are asked for above. */
	without: ReadonlySet<number>
	onChange: (targets: Record<number, ImportTarget>) => void
}) {
	// Columns that were pressed have a card before they have a target.
	const [taken, setTaken] = useState<readonly number[]>([])
	// A column changes its place, and the focus goes with it.
	const [moved, setMoved] = useState<number>()
	const move = (at: number, isTaken: boolean) => {
		setTaken(isTaken ? [...taken, at] : taken.filter((one) => one !== at))
		setMoved(at)
	}
	const columns = analysis.columns
		.map((column, at) => ({ column, at, target: mapping.columns[at] ?? 'none' }))
		.filter(({ at }) => !without.has(at))
	const isIn = ({ at, target }: { at: number; target: ImportTarget }) => target !== 'none' || taken.includes(at)
	const [areAllShown, showAll] = useState(false)
	const shown = columns.filter(isIn)
	const left = columns.filter((one) => !isIn(one))
	const goIn = mapping.columns.filter((target) => target !== 'none').length
	return (
		<section className="import-part" aria-labelledby="import-columns">
			<div className="import-part-top">
				<h2 className="ui-section-title" id="import-columns">
					{formatCount(goIn, 'column goes in', 'columns go in')}
				</h2>
				<p className="ui-small ui-quiet">Samples from the file under each</p>
			</div>
			{mapping.columns.some((target) => target === 'text' || target === 'labelled' || target === 'headline') ? null : (
				<p className="ui-error" role="alert">
					No column is taken for the words. Name it below.
				</p>
			)}
			<ul className="import-cards">
				{shown.map(({ column, at, target }) => (
					<ColumnCard
						key={`${at} ${column.heading}`}
						column={column}
						target={target}
						isFocused={moved === at}
						onChange={(next) => {
							if (next === 'none') move(at, false)
							onChange({ [at]: next })
						}}
					/>
				))}
			</ul>
			{left.length > 0 ? (
				<div className="import-left">
					<p id="import-left">Left out:</p>
					<ul aria-labelledby="import-left">
						{(areAllShown ? left : left.slice(0, tokensAtFirst)).map(({ column: { heading }, at }) => (
							<Token
								key={`${at} ${heading}`}
								heading={heading}
								isFocused={moved === at}
								onTake={() => move(at, true)}
							/>
						))}
					</ul>
					{left.length > tokensAtFirst && !areAllShown ? (
						<TextButton onClick={() => showAll(true)}>Show all {formatNumber(left.length)}</TextButton>
					) : null}
					<p className="ui-small">Press one to take it in.</p>
				</div>
			) : null}
		</section>
	)
}

function ColumnCard({
	column,
	target,
	isFocused,
	onChange,
}: {
	column: ImportColumn
	target: ImportTarget
	isFocused: boolean
	onChange: (target: ImportTarget) => void
}) {
	const select = useRef<HTMLSelectElement>(null)
	useEffect(() => {
		if (isFocused) select.current?.focus()
	}, [isFocused])
	const isProse = target === 'text' || target === 'labelled' || target === 'headline' || target === 'reply'
	return (
		<li className={classNames('import-card', isProse && 'import-card-words')}>
			<bdi className="import-heading">{column.heading}</bdi>
			<TargetSelect ref={select} aria-label={`${column.heading} is`} value={target} onChange={onChange} />
			<ColumnSamples column={column} />
		</li>
	)
}

function Token({ heading, isFocused, onTake }: { heading: string; isFocused: boolean; onTake: () => void }) {
	const button = useRef<HTMLButtonElement>(null)
	useEffect(() => {
		if (isFocused) button.current?.focus()
	}, [isFocused])
	return (
		<li>
			<button type="button" className="import-token" ref={button} onClick={onTake}>
				<s>
					<bdi>{heading}</bdi>
				</s>
				<span className="ui-sr"> take it in</span>
			</button>
		</li>
	)
}
