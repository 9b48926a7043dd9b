import { type FormEvent, useState } from 'react'
import type { ApiKeyRow } from '#shared/rows.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Dialog, DialogFooter } from '#web/ui/overlays/dialog.tsx'
import { useRenameKey } from './use-keys.ts'

/** Gives a key another name. */
export function RenameDialog({ row, onClose }: { row: ApiKeyRow; onClose: () => void }) {
	const [name, setName] = useState(row.name)
	const rename = useRenameKey(row.space_id)
	const save = (event: FormEvent) => {
		event.preventDefault()
		rename.mutate({ id: row.id, name: name.trim() }, { onSuccess: onClose })
	}
	return (
		<Dialog open onOpenChange={onClose} title={`Rename “${row.name}”`}>
			<form className="ui-stack" onSubmit={save}>
				<TextField
					label="Name"
					value={name}
					maxLength={80}
					required
					autoComplete="off"
					help="What it did until now keeps the old name in the history."
					onChange={({ target }) => setName(target.value)}
				/>
				<DialogFooter>
					<Button onClick={onClose}>Cancel</Button>
					<Button type="submit" variant="primary" busy={rename.isPending} disabled={name.trim() === ''}>
						Rename
					</Button>
				</DialogFooter>
			</form>
		</Dialog>
	)
}
