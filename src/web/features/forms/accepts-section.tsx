import { Image, Mic, TextAlignStart, Video } from 'lucide-react'
import type { Kind } from '#shared/public-form.ts'
import { Segmented } from '#web/ui/choice.tsx'
import { kindLabels, ratingRules } from './form-words.ts'
import type { PartProps } from './words-section.tsx'

const icons = { text: TextAlignStart, photo: Image, video: Video, audio: Mic }
/** The kinds that the page can take. Others show only where a form has them already. */
const offered: Kind[] = ['text', 'photo']

/** What visitors may send, and whether they rate. */
export function AcceptsSection({ draft, problems, change }: PartProps) {
	const all = [...offered, ...draft.accepts.filter((kind) => !offered.includes(kind))]
	const toggle = (kind: Kind, on: boolean) =>
		change({
			type: 'set',
			part: { accepts: all.filter((one) => (one === kind ? on : draft.accepts.includes(one))) },
		})
	return (
		<section className="editor-pairs" aria-label="What it accepts">
			<span className="editor-name" id="form-accepts">
				They may send
			</span>
			<div>
				<fieldset className="editor-kinds" aria-labelledby="form-accepts">
					{all.map((kind) => {
						const Icon = icons[kind]
						return (
							<label className="editor-kind" key={kind}>
								<input
									className="ui-sr"
									type="checkbox"
									checked={draft.accepts.includes(kind)}
									onChange={(event) => toggle(kind, event.target.checked)}
								/>
								<Icon size={16} aria-hidden="true" />
								{kindLabels[kind]}
							</label>
						)
					})}
				</fieldset>
				{problems.accepts ? (
					<p className="ui-error" role="alert">
						{problems.accepts}
					</p>
				) : null}
			</div>
			<span className="editor-name">Rating</span>
			<div>
				<Segmented
					label="Rating"
					value={draft.rating}
					options={ratingRules}
					onChange={(rating) => change({ type: 'set', part: { rating } })}
				/>
			</div>
		</section>
	)
}
