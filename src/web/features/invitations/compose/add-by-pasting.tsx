import type { RecipientList } from '#web/features/invitations/recipients/recipient-list.ts'
import { Button } from '#web/ui/button.tsx'
import { TextAreaField } from '#web/ui/fields/text-field.tsx'
import { useReadRecipients } from './use-read-recipients.ts'

/** Reads pasted rows or addresses at once; typed ones when the button is pressed. */
export function AddByPasting({
	text,
	onChange,
	onAdd,
}: {
	text: string
	onChange: (text: string) => void
	onAdd: (list: RecipientList) => void
}) {
	const { read, busy, trouble, setTrouble } = useReadRecipients(onAdd)
	const add = async (pasted: string) => {
		if (await read((reader) => reader.readPasted(pasted))) onChange('')
	}
	return (
		<div className="invite-add">
			<TextAreaField
				label="Names and addresses"
				help="Rows of a spreadsheet, or addresses as your mail program copies them: one a line, or with commas between."
				error={trouble}
				rows={4}
				dir="auto"
				spellCheck={false}
				value={text}
				onChange={({ target }) => {
					setTrouble(undefined)
					onChange(target.value)
				}}
				onPaste={(event) => {
					const pasted = event.clipboardData.getData('text/plain')
					if (text !== '' || !pasted.includes('@')) return
					event.preventDefault()
					// Shown until it is read, so that a list with a fault can be mended here.
					onChange(pasted)
					void add(pasted)
				}}
			/>
			<div>
				<Button busy={busy} disabled={text.trim() === ''} onClick={() => add(text)}>
					Add these people
				</Button>
			</div>
		</div>
	)
}
