import { useLayoutEffect, useRef, useState } from 'react'
import { digitsOf } from '#web/lib/digits.ts'
import { Field, type FieldWords } from './field.tsx'
import './code-field.css'

const cells = [0, 1, 2, 3, 4, 5] as const

/**
 * Six digits in six drawn cells. It is one input: codes can be pasted with spaces, are offered by the phone
 * that received them, and a screen reader meets one field, not six.
 */
export function CodeField({
	value,
	onChange,
	...words
}: FieldWords & { value: string; onChange: (digits: string) => void }) {
	const [caret, setCaret] = useState(value.length)
	const input = useRef<HTMLInputElement>(null)
	const here = Math.min(caret, cells.length - 1)
	useLayoutEffect(() => {
		// The next digit replaces a code that was refused, from the moment that this is said.
		if (words.error) input.current?.select()
	}, [words.error])
	return (
		<Field {...words}>
			{(wiring) => (
				<div className="ui-code6" dir="ltr">
					<input
						{...wiring}
						ref={input}
						type="text"
						name="one-time-code"
						inputMode="numeric"
						autoComplete="one-time-code"
						spellCheck={false}
						value={value}
						onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart ?? value.length)}
						onChange={({ target }) => {
							const digits = digitsOf(target.value).slice(0, cells.length)
							setCaret(digits.length)
							onChange(digits)
						}}
					/>
					{cells.map((cell) => (
						<span key={cell} data-here={cell === here || undefined} aria-hidden="true">
							{value[cell]}
						</span>
					))}
				</div>
			)}
		</Field>
	)
}
