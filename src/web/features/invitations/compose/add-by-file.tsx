import { FileSpreadsheet, TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import type { RecipientList } from '#web/features/invitations/recipients/recipient-list.ts'
import { DropArea, FileButton } from '#web/ui/files/choose-file.tsx'
import { useReadRecipients } from './use-read-recipients.ts'

/** Largest file, in bytes: ten thousand long rows fit several times. */
const maxBytes = 10_000_000

/** A CSV file, chosen or dropped. */
export function AddByFile({ onAdd }: { onAdd: (list: RecipientList) => void }) {
	const { read, busy, trouble, setTrouble } = useReadRecipients(onAdd)
	const line = useId()
	const take = (file: File) => {
		const fault = fileFault(file)
		if (fault) return setTrouble(fault)
		void read(async (reader) => reader.readFile(file.name, new Uint8Array(await file.arrayBuffer())))
	}
	return (
		<div className="invite-add">
			<DropArea onFile={take}>
				<FileSpreadsheet size={24} strokeWidth={1.5} aria-hidden="true" />
				<div className="ui-drop-text">
					<p>Drop a CSV file here</p>
					<p className="ui-small ui-quiet">
						From Excel, Numbers, Google Sheets or your shop. It stays in this browser until you send.
					</p>
				</div>
				<FileButton
					busy={busy}
					aria-describedby={trouble ? line : undefined}
					field={{ label: 'CSV file' }}
					accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
					onFile={take}
				>
					Choose a file
				</FileButton>
			</DropArea>
			<div aria-live="polite">
				{trouble ? (
					<p className="ui-error" id={line}>
						<TriangleAlert size={14} aria-hidden="true" />
						<span>{trouble}</span>
					</p>
				) : null}
			</div>
		</div>
	)
}

function fileFault({ name, size }: File): string | undefined {
	if (/\.(xlsx?|ods|numbers)$/i.test(name))
		return 'This is a workbook. Save it as CSV in your spreadsheet program, or copy its rows and paste them.'
	if (size > maxBytes) return 'This file is larger than 10 MB. Keep only the columns you need, then try again.'
	return undefined
}
