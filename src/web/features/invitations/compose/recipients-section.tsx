import { FileSpreadsheet, TriangleAlert } from 'lucide-react'
import { useId, useState } from 'react'
import type { CheckedRecipient } from '#web/features/invitations/recipients/check-recipients.ts'
import type { RecipientList } from '#web/features/invitations/recipients/recipient-list.ts'
import { Button, TextButton } from '#web/ui/button.tsx'
import { SegmentedControl } from '#web/ui/fields/choice.tsx'
import { TextAreaField } from '#web/ui/fields/text-field.tsx'
import { DropArea, FileButton } from '#web/ui/files/choose-file.tsx'
import { AddByTyping } from './add-by-typing.tsx'
import type { InvitationDraft } from './invitation-draft.ts'
import { ListSummary } from './list-summary.tsx'
import { RecipientRows } from './recipient-rows.tsx'
import { useReadRecipients } from './use-read-recipients.ts'

const ways = [
	{ value: 'paste', label: 'Paste' },
	{ value: 'file', label: 'File' },
	{ value: 'type', label: 'Type' },
] as const

/** The recipients: three ways to add people, the columns of their lists, and each row with its outcome. */
export function RecipientsSection({
	draft,
	rows,
	onEdit,
	onEditList,
}: {
	draft: InvitationDraft
	rows: CheckedRecipient[]
	onEdit: (part: Partial<InvitationDraft>) => void
	onEditList: (id: string, change: (list: RecipientList) => RecipientList | null) => void
}) {
	const { lists, way } = draft
	const [isAdding, setAdding] = useState(lists.length === 0 || draft.pasted !== '' || draft.typed.email !== '')
	const isShown = isAdding || lists.length === 0
	const add = (list: RecipientList) => {
		onEdit({ lists: [...lists, list] })
		setAdding(false)
	}
	return (
		<section className="invite-part" aria-labelledby="invite-who">
			<div className="invite-part-top">
				<h2 className="ui-section-title" id="invite-who">
					Who
				</h2>
				{isShown ? (
					<SegmentedControl
						label="Way to add people"
						value={way}
						options={ways}
						onChange={(next) => onEdit({ way: next })}
					/>
				) : (
					<TextButton onClick={() => setAdding(true)}>Add more people</TextButton>
				)}
			</div>
			{isShown && way === 'paste' ? (
				<AddByPasting text={draft.pasted} onChange={(pasted) => onEdit({ pasted })} onAdd={add} />
			) : null}
			{isShown && way === 'file' ? <AddByFile onAdd={add} /> : null}
			{isShown && way === 'type' ? <AddByTyping typed={draft.typed} lists={lists} onEdit={onEdit} /> : null}
			{lists.map((list) => (
				<ListSummary key={list.id} list={list} onChange={(change) => onEditList(list.id, change)} />
			))}
			{rows.length > 0 ? <RecipientRows rows={rows} onEditList={onEditList} /> : null}
		</section>
	)
}

/** Reads pasted rows or addresses at once; typed ones when the button is pressed. */
function AddByPasting({
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

/** Largest file, in bytes: ten thousand long rows fit several times. */
const maxBytes = 10_000_000

/** A CSV or vCard file, chosen or dropped. */
function AddByFile({ onAdd }: { onAdd: (list: RecipientList) => void }) {
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
					<p>Drop a CSV or vCard file here</p>
					<p className="ui-small ui-quiet">
						From your spreadsheet, your shop, your newsletter or your contacts. It stays in this browser until you send.
					</p>
				</div>
				<FileButton
					busy={busy}
					aria-describedby={trouble ? line : undefined}
					field={{ label: 'CSV or vCard file' }}
					accept=".csv,.tsv,.txt,.vcf,.vcard,text/csv,text/tab-separated-values,text/plain,text/vcard,text/x-vcard"
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
