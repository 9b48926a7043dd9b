import { ArrowDown, ArrowUp, ChevronDown, ChevronUp, Eye, GripVertical, Lock } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { QuestionChange, QuestionDraft } from '#web/features/forms/editor/form-draft.ts'
import { classNames } from '#web/ui/class-names.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { QuestionFields, questionKindText } from './question-fields.tsx'
import { useRowDrag } from './use-row-drag.ts'

/** One question: moves by drag, buttons and Alt + arrow keys, and expands to be edited. */
export function QuestionItem(props: {
	question: QuestionDraft
	at: number
	count: number
	problem: string | undefined
	/** Just added and still open: nothing that it lacks is an error yet. */
	isNew: boolean
	open: boolean
	onOpen: (open: boolean) => void
	onChange: (part: QuestionChange) => void
	onMove: (to: number) => void
	onRemove: () => void
	onDrop: (from: number, to: number) => void
}) {
	const { question, at, count, problem, isNew, open, onOpen, onChange, onMove, onRemove, onDrop } = props
	const row = useRef<HTMLLIElement>(null)
	const dragHandle = useRef<HTMLButtonElement>(null)
	const { dragging, edge } = useRowDrag(row, dragHandle, { list: 'questions', at }, onDrop)
	const previousIndex = useRef(at)
	useEffect(() => {
		if (previousIndex.current !== at) row.current?.scrollIntoView({ block: 'nearest' })
		previousIndex.current = at
	}, [at])
	/** Moving the row's element drops the focus inside it, so it is restored. */
	const move = (to: number) => {
		const focused = document.activeElement
		onMove(to)
		requestAnimationFrame(() => focused instanceof HTMLElement && focused.focus())
	}
	const onKeyDown = (event: KeyboardEvent) => {
		if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
		event.preventDefault()
		move(at + (event.key === 'ArrowUp' ? -1 : 1))
	}
	const name = `question ${at + 1}`
	return (
		<li
			ref={row}
			className={classNames(dragging && 'question-dragging', edge && `question-${edge}`)}
			onKeyDown={onKeyDown}
		>
			<div className="question-head">
				<button
					ref={dragHandle}
					type="button"
					className="question-grip"
					aria-label={`Drag to move ${name}, or press Alt with the up or down arrow`}
				>
					<GripVertical size={16} aria-hidden="true" />
				</button>
				<button type="button" className="question-open" aria-expanded={open} onClick={() => onOpen(!open)}>
					<span className="question-label">
						<bdi>{question.label || <span className="ui-quiet">A new question</span>}</bdi>
					</span>
					<span className="question-facts">
						<span>{questionKindText(question)}</span>
						<span>
							{question.is_public ? <Eye size={13} aria-hidden="true" /> : <Lock size={13} aria-hidden="true" />}
							{question.is_public ? 'Public' : 'Only you see it'}
						</span>
						{question.required ? <span>Required</span> : null}
						{problem && !open ? <span className="question-problem">{problem}</span> : null}
					</span>
				</button>
				<div className="question-moves">
					<IconButton
						size="tiny"
						label={`Move ${name} up`}
						Icon={ArrowUp}
						aria-disabled={at === 0}
						onClick={() => move(at - 1)}
					/>
					<IconButton
						size="tiny"
						label={`Move ${name} down`}
						Icon={ArrowDown}
						aria-disabled={at === count - 1}
						onClick={() => move(at + 1)}
					/>
				</div>
				<span className="question-chevron" aria-hidden="true">
					{open ? <ChevronUp size={16} /> : <ChevronDown size={16} />}
				</span>
			</div>
			{open ? (
				<QuestionFields question={question} problem={problem} isNew={isNew} onChange={onChange} onRemove={onRemove} />
			) : null}
		</li>
	)
}
