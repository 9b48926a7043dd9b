import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import { optionsOf } from '#web/lib/forms/options-of.ts'
import { Button } from '#web/ui/button.tsx'
import { SegmentedControl } from '#web/ui/fields/choice.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { EditorSection, type SectionProps } from './editor-section.tsx'

const maxPrompts = 3
/** The page's questions in English unless the owner writes others. */
const examples = ['What changed for you?', 'What surprised you?', 'Who is it for?']

type Source = 'page' | 'own' | 'none'
const sources = optionsOf<Source>({ page: 'Plaudit’s', own: 'My own', none: 'None' })

/** Questions that help visitors to begin. They stand beside the text box and on the recorder, and write nothing. */
export function PromptsSection({ draft, problems, edit }: SectionProps) {
	const { prompts } = draft
	const source: Source = prompts === null ? 'page' : prompts.length === 0 ? 'none' : 'own'
	/** Own ones come back when a person only looked at the other choices. */
	const former = useRef<string[]>([''])
	const choose = (next: Source) => {
		if (prompts && prompts.length > 0) former.current = prompts
		edit({ prompts: next === 'page' ? null : next === 'none' ? [] : former.current })
	}
	const own = prompts ?? []
	const firstEmpty = own.findIndex((prompt) => prompt.trim() === '')
	return (
		<EditorSection id="prompts-title" title="Help to begin">
			<p className="ui-help">
				Up to three questions beside the text box, and on the screen while somebody records. They write nothing for the
				visitor.
			</p>
			<div className="editor-fields">
				<div>
					<SegmentedControl label="Questions to begin with" value={source} options={sources} onChange={choose} />
				</div>
				{own.map((prompt, at) => (
					<TextField
						// A prompt has no id: its text changes while it is typed.
						// biome-ignore lint/suspicious/noArrayIndexKey: the place is all that identifies a prompt
						key={at}
						label={`Question ${at + 1} to begin with`}
						hideLabel
						dir="auto"
						maxLength={120}
						placeholder={examples[at]}
						value={prompt}
						error={at === firstEmpty ? problems.prompts : undefined}
						onChange={(event) => edit({ prompts: own.with(at, event.target.value.replace(/[\r\n]/g, ' ')) })}
						after={
							<IconButton
								label={`Remove question ${at + 1} to begin with`}
								Icon={X}
								onClick={() => edit({ prompts: own.toSpliced(at, 1) })}
							/>
						}
					/>
				))}
				{own.length > 0 && own.length < maxPrompts ? (
					<div>
						<Button variant="quiet" onClick={() => edit({ prompts: [...own, ''] })}>
							<Plus size={16} aria-hidden="true" />
							Add another
						</Button>
					</div>
				) : null}
			</div>
		</EditorSection>
	)
}
