import { useGrow } from '#web/lib/use-grow.ts'
import type { DraftAction, FormDraft, Problems } from './form-draft.ts'

/** What every section of the editor gets. */
export type PartProps = {
	draft: FormDraft
	problems: Problems['fields']
	change: (action: DraftAction) => void
}

/** The two lines at the top of the page, edited as they look. */
export function WordsSection({ draft, problems, change }: PartProps) {
	const title = useGrow(draft.title)
	const intro = useGrow(draft.intro)
	return (
		<section className="editor-doc" aria-label="Words on the page">
			<label className="ui-sr" htmlFor="form-title">
				Title
			</label>
			<textarea
				ref={title}
				id="form-title"
				className="editor-bare editor-title"
				rows={1}
				dir="auto"
				maxLength={200}
				placeholder="How was it?"
				value={draft.title}
				aria-invalid={problems.title ? true : undefined}
				aria-describedby={problems.title ? 'form-title-line' : undefined}
				onChange={(event) =>
					change({ type: 'set', part: { title: event.target.value.replace(/[\r\n]+/g, ' ') } })
				}
			/>
			{problems.title ? (
				<p className="ui-error" id="form-title-line">
					{problems.title}
				</p>
			) : null}
			<label className="ui-sr" htmlFor="form-intro">
				Introduction
			</label>
			<textarea
				ref={intro}
				id="form-intro"
				className="editor-bare editor-intro"
				rows={1}
				dir="auto"
				maxLength={1000}
				placeholder="A line or two to say who reads it, and what helps most"
				value={draft.intro}
				onChange={(event) => change({ type: 'set', part: { intro: event.target.value } })}
			/>
		</section>
	)
}
