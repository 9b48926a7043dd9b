import { FileSpreadsheet, TriangleAlert } from 'lucide-react'
import { type DragEvent, useId, useRef, useState } from 'react'
import type { RecipientList } from '#web/features/invitations/recipients/recipient-list.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { useReadRecipients } from './use-read-recipients.ts'

/** Largest file, in bytes: ten thousand long rows fit several times. */
const maxBytes = 10_000_000

/** A CSV file, chosen or dropped. */
export function AddByFile({ onAdd }: { onAdd: (list: RecipientList) => void }) {
	const { read, busy, trouble, setTrouble } = useReadRecipients(onAdd)
	const [isOver, setOver] = useState(false)
	const input = useRef<HTMLInputElement>(null)
	const line = useId()
	const take = (file: File | undefined) => {
		if (!file) return
		const fault = fileFault(file)
		if (fault) return setTrouble(fault)
		void read(async (reader) => reader.readFile(file.name, new Uint8Array(await file.arrayBuffer())))
	}
	const drop = (event: DragEvent) => {
		event.preventDefault()
		setOver(false)
		take(event.dataTransfer.files[0])
	}
	return (
		<div className="invite-add">
			{/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the button does the same */}
			<div
				className={classNames('invite-drop', isOver && 'invite-drop-over')}
				onDragOver={(event) => {
					event.preventDefault()
					setOver(true)
				}}
				onDragLeave={() => setOver(false)}
				onDrop={drop}
			>
				<FileSpreadsheet size={24} strokeWidth={1.5} aria-hidden="true" />
				<div className="invite-grow">
					<p>Drop a CSV file here</p>
					<p className="ui-small ui-quiet">
						From Excel, Numbers, Google Sheets or your shop. It stays in this browser until you send.
					</p>
				</div>
				<Button busy={busy} aria-describedby={trouble ? line : undefined} onClick={() => input.current?.click()}>
					Choose a file
				</Button>
				<input
					ref={input}
					hidden
					type="file"
					aria-label="CSV file"
					accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
					onChange={({ target }) => {
						take(target.files?.[0])
						target.value = ''
					}}
				/>
			</div>
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
