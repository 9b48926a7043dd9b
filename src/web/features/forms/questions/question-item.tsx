import { ArrowDown, ArrowUp, ChevronDown, ChevronUp, Eye, GripVertical, Lock, type LucideIcon } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, useEffect, useRef } from 'react'
import type { QuestionChange, QuestionDraft } from '#web/features/forms/editor/form-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { QuestionFields, questionKindText } from './question-fields.tsx'
import { useQuestionDrag } from './use-question-drag.ts'

/** One question: moves by drag, buttons and Alt + arrow keys, and expands to be edited. */
export function QuestionItem({
	question,
	at,
	count,
	problem,
	open,
	onOpen,
	onChange,
	onMove,
	onRemove,
	onDrop,
}: {
	question: QuestionDraft
	at: number
	count: number
	problem: string | undefined
	open: boolean
	onOpen: (open: boolean) => void
	onChange: (part: QuestionChange) => void
	onMove: (to: number) => void
	onRemove: () => void
	onDrop: (id: string, to: number) => void
}) {
	const row = useRef<HTMLLIElement>(null)
	const dragHandle = useRef<HTMLButtonElement>(null)
	const { dragging, edge } = useQuestionDrag(row, dragHandle, { id: question.id, at }, onDrop)
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
			<button
				ref={dragHandle}
				type="button"
				className="question-grip"
				aria-label={`Drag to move ${name}, or press Alt with the up or down arrow`}
			>
				<GripVertical size={16} aria-hidden="true" />
			</button>
			<div className="question-what">
				<p>
					<bdi>{question.label || <span className="ui-quiet">A new question</span>}</bdi>
				</p>
				<p className="question-facts">
					<span>{questionKindText(question)}</span>
					<span>
						{question.is_public ? <Eye size={13} aria-hidden="true" /> : <Lock size={13} aria-hidden="true" />}
						{question.is_public ? 'Public' : 'Only you see it'}
					</span>
					{question.required ? <span>Required</span> : null}
					{problem && !open ? <span className="question-problem">{problem}</span> : null}
				</p>
			</div>
			<div className="question-moves">
				<IconButton label={`Move ${name} up`} Icon={ArrowUp} aria-disabled={at === 0} onClick={() => move(at - 1)} />
				<IconButton
					label={`Move ${name} down`}
					Icon={ArrowDown}
					aria-disabled={at === count - 1}
					onClick={() => move(at + 1)}
				/>
				<IconButton
					label={`${open ? 'Close' : 'Edit'} ${name}`}
					Icon={open ? ChevronUp : ChevronDown}
					aria-expanded={open}
					onClick={() => onOpen(!open)}
				/>
			</div>
			{open ? <QuestionFields question={question} problem={problem} onChange={onChange} onRemove={onRemove} /> : null}
		</li>
	)
}

function IconButton({ label, Icon, ...button }: ComponentProps<typeof Button> & { label: string; Icon: LucideIcon }) {
	return (
		<Button {...button} variant="quiet" size="tiny" icon aria-label={label}>
			<Icon size={16} aria-hidden="true" />
		</Button>
	)
}
