import { alert, Icon } from '#web/public/collect/icons.tsx'
import type { Problem } from '#web/public/collect/island.ts'

/** The error under a field; the field refers to it by `<field>-x`. */
export function FieldError({ problem }: { problem: Problem | undefined }) {
	if (!problem) return null
	return (
		<p className="err" id={`${problem.field}-x`}>
			<Icon drawing={alert} />
			<span>{problem.text}.</span>
		</p>
	)
}

/** Takes focus when it appears; each line links to its field. */
export function ProblemSummary({ title, problems }: { title: string; problems: Problem[] }) {
	if (problems.length === 0) return null
	return (
		<div className="wrong" role="alert" tabIndex={-1} id="problems">
			<h2>{title}</h2>
			<ul>
				{problems.map(({ field, target, text }) => (
					<li key={field}>
						<a href={target && `#${target}`}>{text}</a>
					</li>
				))}
			</ul>
		</div>
	)
}
