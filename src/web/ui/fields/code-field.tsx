import { useLayoutEffect, useRef, useState } from 'react'
import { extractDigits } from '#web/lib/forms/digits.ts'
import { Field, type FieldText } from './field.tsx'
import './code-field.css'

const cells = [0, 1, 2, 3, 4, 5] as const

/**
 * Six digits in six drawn cells, backed by one input: codes can be pasted with spaces, phones can autofill them, and
 * a screen reader meets one field.
 */
export function CodeField({
	value,
	onChange,
	...field
}: FieldText & { value: string; onChange: (digits: string) => void }) {
	const [caret, setCaret] = useState(value.length)
	const input = useRef<HTMLInputElement>(null)
	const here = Math.min(caret, cells.length - 1)
	useLayoutEffect(() => {
		// After a refusal, the next digit replaces the refused code.
		if (field.error) input.current?.select()
	}, [field.error])
	return (
		<Field {...field}>
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
							const digits = extractDigits(target.value).slice(0, cells.length)
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
