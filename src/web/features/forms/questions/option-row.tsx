import { ArrowDown, ArrowUp, GripVertical, X } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { TextAreaField } from '#web/ui/fields/text-field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useRowDrag } from './use-row-drag.ts'

/** One option, renamed in its field; moves by drag, buttons and Alt + arrow keys. */
export function OptionRow(props: {
	/** Options are dragged only within their own list. */
	list: string
	option: string
	at: number
	count: number
	isDuplicate: boolean
	onChange: (option: string) => void
	onMove: (to: number) => void
	onDrop: (from: number, to: number) => void
	onRemove: () => void
	onEnter: () => void
}) {
	const { list, option, at, count, isDuplicate, onChange, onMove, onDrop, onRemove, onEnter } = props
	const row = useRef<HTMLLIElement>(null)
	const grip = useRef<HTMLSpanElement>(null)
	const { dragging, edge } = useRowDrag(row, grip, { list, at }, onDrop)
	const onKeyDown = (event: KeyboardEvent) => {
		if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
		event.preventDefault()
		// The question around it moves by the same keys.
		event.stopPropagation()
		onMove(at + (event.key === 'ArrowUp' ? -1 : 1))
	}
	const name = `option ${at + 1}`
	return (
		<li
			ref={row}
			className={classNames(dragging && 'question-dragging', edge && `question-${edge}`)}
			onKeyDown={onKeyDown}
		>
			<span ref={grip} className="question-grip" aria-hidden="true">
				<GripVertical size={16} />
			</span>
			<TextAreaField
				label={`Option ${at + 1}`}
				hideLabel
				data-control="text"
				rows={1}
				value={option}
				maxLength={200}
				dir="auto"
				error={option.trim() === '' ? 'Give it words, or remove it.' : isDuplicate ? 'It is above already.' : undefined}
				onChange={(event) => onChange(event.target.value.replace(/[\r\n]/g, ' '))}
				onBlur={() => option !== option.trim() && onChange(option.trim())}
				onKeyDown={(event) => {
					if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
					event.preventDefault()
					onEnter()
				}}
			/>
			<div className="question-moves">
				<IconButton
					size="tiny"
					label={`Move ${name} up`}
					Icon={ArrowUp}
					data-control="up"
					aria-disabled={at === 0}
					onClick={() => onMove(at - 1)}
				/>
				<IconButton
					size="tiny"
					label={`Move ${name} down`}
					Icon={ArrowDown}
					data-control="down"
					aria-disabled={at === count - 1}
					onClick={() => onMove(at + 1)}
				/>
				<IconButton size="tiny" label={`Remove ${name}`} Icon={X} onClick={onRemove} />
			</div>
		</li>
	)
}
