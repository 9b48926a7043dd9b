import { questionScales } from '#shared/form/question-scales.ts'
import type { QuestionProps } from '#web/public/collect/island.ts'
import { QuestionSet } from './question-set.tsx'

/** The numbers of a scale as one segmented control, with what the lowest and the highest mean. */
export function ScaleField(props: QuestionProps & { kind: keyof typeof questionScales }) {
	const { question, island, kind } = props
	const { id, low_label, high_label, required } = question
	const name = `answer_${id}`
	const [lowest, highest] = questionScales[kind]
	const numbers = Array.from({ length: highest - lowest + 1 }, (_, at) => lowest + at)
	const ends = `a-${id}-ends`
	const hasEnds = Boolean(low_label || high_label)
	return (
		<QuestionSet {...props} isClearable {...(hasEnds ? { ends } : {})}>
			<div className={`cells ${kind}`}>
				{numbers.map((number) => (
					<label key={number}>
						<input
							type="radio"
							name={name}
							id={number === lowest ? `a-${id}` : undefined}
							value={number}
							required={required}
							defaultChecked={island.values[name] === String(number)}
						/>
						{number.toLocaleString(island.lang)}
					</label>
				))}
			</div>
			{hasEnds ? (
				<p className="ends hint" id={ends}>
					<End number={lowest} label={low_label} lang={island.lang} />
					<End number={highest} label={high_label} lang={island.lang} />
				</p>
			) : null}
		</QuestionSet>
	)
}

function End({ number, label, lang }: { number: number; label: string | null; lang: string }) {
	return (
		<span>
			{label ? <b>{`${number.toLocaleString(lang)} `}</b> : null}
			{label ? <bdi>{label}</bdi> : null}
		</span>
	)
}
