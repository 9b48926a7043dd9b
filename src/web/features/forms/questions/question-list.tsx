import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { toast } from 'sonner'
import { randomUuid } from '#shared/random-uuid.ts'
import type { DraftAction, QuestionDraft } from '#web/features/forms/editor/form-draft.ts'
import { EditorSection } from '#web/features/forms/editor/sections/editor-section.tsx'
import { Button } from '#web/ui/button.tsx'
import { QuestionItem } from './question-item.tsx'
import './question-list.css'

const createQuestion = (): QuestionDraft => ({
	id: randomUuid(),
	kind: 'short',
	label: '',
	tip: '',
	options: [],
	most: null,
	low_label: '',
	high_label: '',
	required: false,
	is_public: true,
})

const maxQuestions = 20

/** The extra questions of a form in order: open, change, move, remove, add. */
export function QuestionList(props: {
	questions: readonly QuestionDraft[]
	problems: ReadonlyMap<string, string>
	/** The question that was just added and is still open. */
	newId: string | null
	onNew: (id: string | null) => void
	change: (action: DraftAction) => void
}) {
	const { questions, problems, newId, onNew, change } = props
	const [openId, setOpenId] = useState<string | null>(null)
	const [announcement, announce] = useState('')
	const list = useRef<HTMLOListElement>(null)

	const move = (question: QuestionDraft, to: number) => {
		const index = Math.min(Math.max(to, 0), questions.length - 1)
		if (questions[index]?.id === question.id) return
		change({ type: 'moved', id: question.id, to: index })
		announce(`${question.label || 'Question'} is now ${index + 1} of ${questions.length}.`)
	}
	const remove = (question: QuestionDraft, at: number) => {
		change({ type: 'removed', id: question.id })
		list.current?.closest('section')?.querySelector<HTMLElement>('h2')?.focus()
		const named = question.label.trim() === '' ? 'The question' : `“${question.label}”`
		toast(`${named} is removed. Answers that were given stay.`, {
			action: { label: 'Undo', onClick: () => change({ type: 'added', question, at }) },
		})
	}
	const add = () => {
		const question = createQuestion()
		change({ type: 'added', question })
		setOpenId(question.id)
		onNew(question.id)
	}
	const open = (id: string | null) => {
		setOpenId(id)
		onNew(null)
	}
	return (
		<EditorSection
			id="questions-title"
			title="Questions"
			aside={
				questions.length > 1 ? (
					<span className="ui-quiet ui-small">
						Drag, or use the arrows<span className="editor-wide">, or Alt + ↑ ↓</span>
					</span>
				) : null
			}
		>
			{questions.length === 0 ? (
				<p className="ui-quiet">
					None. The page asks for their words, and that is often enough. Add one to learn something particular.
				</p>
			) : null}
			<ol className="ui-rows questions" ref={list}>
				{questions.map((question, at) => (
					<QuestionItem
						key={question.id}
						question={question}
						at={at}
						count={questions.length}
						problem={problems.get(question.id)}
						open={openId === question.id}
						isNew={newId === question.id}
						onOpen={(isOpen) => open(isOpen ? question.id : null)}
						onChange={(part) => change({ type: 'question', id: question.id, part })}
						onMove={(to) => move(question, to)}
						onRemove={() => remove(question, at)}
						onDrop={(from, to) => {
							const dragged = questions[from]
							if (dragged) move(dragged, to)
						}}
					/>
				))}
			</ol>
			{questions.length < maxQuestions ? (
				<Button className="questions-add" variant="quiet" onClick={add}>
					<Plus size={16} aria-hidden="true" />
					Add a question
				</Button>
			) : (
				<p className="ui-quiet ui-small">Twenty are the most. Fewer bring more answers.</p>
			)}
			<p className="ui-sr" aria-live="assertive">
				{announcement}
			</p>
		</EditorSection>
	)
}
