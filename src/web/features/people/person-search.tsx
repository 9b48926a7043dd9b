import { Search } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { errorMessage } from '#web/lib/client/errors.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { isAddress } from './use-people.ts'

/** The field for a whole address or a name. */
export function PersonSearch({
	typed,
	onType,
	busy,
	error,
	onFind,
}: {
	typed: string
	onType: (text: string) => void
	busy: boolean
	error: unknown
	onFind: (text: string) => void
}) {
	const [problem, setProblem] = useState<string | null>(null)
	const submit = (event: FormEvent) => {
		event.preventDefault()
		const text = typed.trim()
		const refused = problemOf(text)
		setProblem(refused)
		if (refused === null && !busy) onFind(text)
	}
	return (
		<search className="person-search">
			<form onSubmit={submit} noValidate>
				<TextField
					label="E-mail address or name"
					hideLabel
					type="search"
					placeholder="E-mail address or name"
					dir="auto"
					autoComplete="off"
					autoCapitalize="off"
					spellCheck={false}
					maxLength={320}
					value={typed}
					onChange={({ target }) => {
						setProblem(null)
						onType(target.value)
					}}
					before={<Search size={16} aria-hidden="true" />}
					after={
						<Button type="submit" variant="primary" busy={busy}>
							Find
						</Button>
					}
					error={problem ?? (error ? errorMessage(error) : undefined)}
					help="The whole address finds everything. Only owners can search here, and each search is written into the history, without the address."
				/>
			</form>
		</search>
	)
}

function problemOf(text: string): string | null {
	if (text === '') return 'Type the e-mail address of the person, or their name.'
	if (!isAddress(text)) return [...text].length < 2 ? 'Type two letters of the name or more.' : null
	return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? null : 'Type the whole address, for example ines@harbour.org.'
}
