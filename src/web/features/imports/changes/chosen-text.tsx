import { type FormEvent, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'

type Props = {
	label: string
	placeholder: string
	type?: 'text' | 'url'
	maxLength: number
	value: string | null
	error: string | undefined
	onChange: (value: string | null) => void
}

/** A line of text that counts when its button is pressed, and no longer when it is pressed again: each choice reads the whole file. */
export function ChosenText({ value, error, type = 'text', onChange, ...field }: Props) {
	const [typed, setTyped] = useState(value ?? '')
	const text = typed.trim()
	const isUsed = value !== null && text === value
	const submit = (event: FormEvent) => {
		event.preventDefault()
		if (isUsed) setTyped('')
		onChange(isUsed || text === '' ? null : text)
	}
	return (
		<form className="import-chosen-text" noValidate onSubmit={submit}>
			<TextField
				{...field}
				hideLabel
				type={type}
				dir={type === 'url' ? 'ltr' : 'auto'}
				autoComplete="off"
				value={typed}
				error={error}
				onChange={({ target }) => setTyped(target.value)}
				after={
					<Button type="submit" disabled={text === '' && value === null}>
						{isUsed || (text === '' && value !== null) ? 'Leave out' : 'Use it'}
					</Button>
				}
			/>
		</form>
	)
}
