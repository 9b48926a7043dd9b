import { type FormEvent, useRef, useState } from 'react'
import { moveItem } from '#web/lib/drafts/move-item.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { OptionRow } from './option-row.tsx'
import './question-options.css'

const maxOptions = 20

/** The options of a choice question: rename in place, move, remove, add. */
export function QuestionOptions(props: {
	questionId: string
	options: readonly string[]
	problem: string | undefined
	onChange: (options: string[]) => void
}) {
	const { questionId, options, problem, onChange } = props
	const [text, setText] = useState('')
	const [announcement, announce] = useState('')
	const list = useRef<HTMLOListElement>(null)
	const form = useRef<HTMLFormElement>(null)
	const newOption = text.trim()
	const isDuplicate = options.some((option) => option.trim() === newOption)
	const add = (event: FormEvent) => {
		event.preventDefault()
		if (newOption === '' || isDuplicate) return
		onChange([...options, newOption])
		setText('')
	}
	const focusNew = () => form.current?.querySelector('input')?.focus()
	/** The focus follows the option to its new place. */
	const move = (from: number, to: number) => {
		if (to < 0 || to >= options.length || to === from) return
		const control = document.activeElement?.getAttribute('data-control')
		onChange(moveItem(options, from, to))
		announce(`${options[from]} is now ${to + 1} of ${options.length}.`)
		requestAnimationFrame(() =>
			list.current?.children[to]?.querySelector<HTMLElement>(`[data-control="${control}"]`)?.focus(),
		)
	}
	const remove = (at: number) => {
		onChange(options.toSpliced(at, 1))
		announce(`${options[at]} is removed.`)
		focusNew()
	}
	return (
		<div className="options">
			<span className="ui-label">Options</span>
			{options.length > 0 ? (
				<ol className="options-list" ref={list}>
					{options.map((option, at) => (
						<OptionRow
							// An option has no id: its text changes while it is typed.
							// biome-ignore lint/suspicious/noArrayIndexKey: the place is all that identifies an option
							key={at}
							list={`options of ${questionId}`}
							option={option}
							at={at}
							count={options.length}
							isDuplicate={options.findIndex((one) => one.trim() === option.trim()) < at}
							onChange={(next) => onChange(options.with(at, next))}
							onMove={(to) => move(at, to)}
							onDrop={move}
							onRemove={() => remove(at)}
							onEnter={focusNew}
						/>
					))}
				</ol>
			) : null}
			{options.length < maxOptions ? (
				<form onSubmit={add} ref={form}>
					<TextField
						label="Another option"
						hideLabel
						placeholder={options.length === 0 ? 'First option' : 'Another option'}
						value={text}
						maxLength={200}
						dir="auto"
						help={options.length < 2 ? 'At least two. Enter adds one.' : undefined}
						error={newOption !== '' && isDuplicate ? 'It is among them already.' : problem}
						after={
							<Button type="submit" disabled={newOption === '' || isDuplicate}>
								Add
							</Button>
						}
						onChange={(event) => setText(event.target.value)}
					/>
				</form>
			) : (
				<p className="ui-quiet ui-small">Twenty are the most.</p>
			)}
			<p className="ui-sr" aria-live="assertive">
				{announcement}
			</p>
		</div>
	)
}
