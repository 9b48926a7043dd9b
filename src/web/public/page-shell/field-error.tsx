import { alert, Icon } from './icons.tsx'

/** One problem of a form. `target` is the id of the field that its link focuses; without one the link reloads the page. */
export type Problem = { field: string; target: string; text: string }

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
export function ProblemSummary({ title, problems }: { title: string; problems: readonly Problem[] }) {
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
