import { useState } from 'react'
import type { ReadList } from '#web/features/invitations/recipients/read-recipients.ts'
import type { RecipientList } from '#web/features/invitations/recipients/recipient-list.ts'
import { importWithReload } from '#web/lib/loading/import-with-reload.ts'

type Reader = typeof import('#web/features/invitations/recipients/read-recipients.ts')

/** Loads the readers of lists when they are first needed, and reports what is wrong with a list. */
export function useReadRecipients(onAdd: (list: RecipientList) => void) {
	const [trouble, setTrouble] = useState<string>()
	const [busy, setBusy] = useState(false)
	const read = async (work: (reader: Reader) => ReadList | Promise<ReadList>): Promise<boolean> => {
		setBusy(true)
		setTrouble(undefined)
		try {
			const found = await work(
				await importWithReload(() => import('#web/features/invitations/recipients/read-recipients.ts')),
			)
			const fault = found.trouble ?? faultOf(found.list)
			setTrouble(fault)
			if (fault) return false
			onAdd(found.list)
			return true
		} catch {
			setTrouble('The list could not be read. Try again.')
			return false
		} finally {
			setBusy(false)
		}
	}
	return { read, busy, trouble, setTrouble }
}

function faultOf({ rows, columns }: RecipientList): string | undefined {
	if (rows.length === 0) return 'Nothing was found in it. Add at least one row with an e-mail address.'
	if (!columns.includes('email')) return 'No e-mail address was found in it. One column must hold the addresses.'
	return undefined
}
