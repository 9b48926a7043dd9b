import { formatNumber, formatPercent } from '#web/lib/format/format.ts'
import { measureWords } from './measure-words.ts'
import { formMeasures, type Measure, type Series, shareOf, wallMeasures } from './numbers.ts'

/** The words of a step's share, and of what it is a share. */
const steps: Partial<Record<Measure, { words: string; whole: string }>> = {
	starts: { words: 'begin', whole: 'views' },
	sends: { words: 'send', whole: 'starts' },
	approved: { words: 'approved', whole: 'sends' },
}

/** The steps from a view to a wall as bars on one scale, with the days before dashed; for a wall, where it was seen. */
export function FunnelSection(props: { series: readonly Series[]; dayCount: number; waiting: number | undefined }) {
	const { series, dayCount, waiting } = props
	const isWall = series.every(({ measure }) => wallMeasures.includes(measure))
	const shown = series.filter(({ measure }) => (isWall ? wallMeasures : formMeasures).includes(measure))
	const most = Math.max(1, ...shown.flatMap(({ total, before }) => [total, before]))
	const sizeOf = (count: number) => ({ inlineSize: `${(count / most) * 100}%` })
	return (
		<section className="overview-block" aria-labelledby="funnel-title">
			<div className="overview-top">
				<h2 className="ui-section-title" id="funnel-title">
					{isWall ? 'Where it was seen' : 'From a view to a wall'}
				</h2>
				<p className="ui-small ui-quiet">Dashed: the {dayCount} days before</p>
			</div>
			<dl className="overview-funnel">
				{shown.map(({ measure, total, before }, at) => (
					<div key={measure}>
						<dt>{measureWords[measure].short}</dt>
						<dd className="overview-track" aria-hidden="true">
							{total > 0 ? <i style={sizeOf(total)} /> : null}
							{before > 0 ? <i className="overview-before" style={sizeOf(before)} /> : null}
						</dd>
						<dd className="overview-count ui-num">{formatNumber(total)}</dd>
						<dd className="overview-rate">
							<Rate
								of={{ measure, total, before }}
								whole={isWall ? undefined : shown[at - 1]}
								waiting={measure === 'approved' ? waiting : undefined}
							/>
						</dd>
					</div>
				))}
			</dl>
		</section>
	)
}

type Counts = Pick<Series, 'measure' | 'total' | 'before'>

function Rate({ of, whole, waiting }: { of: Counts; whole: Series | undefined; waiting: number | undefined }) {
	const step = steps[of.measure]
	const share = whole ? shareOf(of.total, whole.total) : null
	const shareBefore = whole ? shareOf(of.before, whole.before) : null
	const parts = [
		whole && step && share !== null ? `${formatNumber(of.total)} of ${formatNumber(whole.total)} ${step.whole}` : '',
		shareBefore !== null && share !== null
			? `${formatPercent(shareBefore)} before`
			: `${formatNumber(of.before)} before`,
		waiting ? `${formatNumber(waiting)} wait` : '',
	]
	return (
		<>
			{share !== null && step ? (
				<strong>
					{formatPercent(share)} {step.words}
				</strong>
			) : null}
			<span className="ui-small ui-quiet">{parts.filter((part) => part !== '').join('; ')}</span>
		</>
	)
}
