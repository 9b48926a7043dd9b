import { FileSpreadsheet } from 'lucide-react'
import { useId, useState } from 'react'
import { useSavedDraft } from '#web/lib/drafts/use-saved-draft.ts'
import { saveBlob } from '#web/lib/files/save-blob.ts'
import { Button, TextButton } from '#web/ui/button.tsx'
import { TextAreaField } from '#web/ui/fields/text-field.tsx'
import { DropArea, FileButton } from '#web/ui/files/choose-file.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { acceptedFiles } from './accepted-files.ts'
import { RefusedInput } from './refused-input.tsx'
import type { OpenImport } from './use-import-input.ts'

/** A file, chosen or dropped, or rows that are pasted. */
export function ChooseInput({ spaceId, open }: { spaceId: string; open: OpenImport }) {
	const { input, isChecking, problem } = open
	const [isPasting, setPasting] = useState(false)
	const line = useId()
	const take = (file: File) => {
		if (/\.(numbers|pdf|docx?)$/i.test(file.name))
			return open.setProblem(
				'This is no table that can be read. Save it as CSV or XLSX in its program, or copy its rows and paste them.',
			)
		setPasting(false)
		open.open({ file })
	}
	const name = input && ('file' in input ? input.file.name : 'Pasted rows')
	return (
		<div className="import-choose">
			<DropArea onFile={take}>
				<FileSpreadsheet size={24} strokeWidth={1.5} aria-hidden="true" />
				<div className="ui-drop-text" aria-live="polite">
					<p>
						<strong>
							<bdi>{name ?? 'Drop a file here'}</bdi>
						</strong>
					</p>
					<p className="ui-small ui-quiet">
						{input && isChecking ? (
							<Reading />
						) : (
							'CSV, Excel, OpenDocument, JSON, XML, a saved web page, or the ZIP of a Google Takeout.'
						)}
					</p>
				</div>
				<FileButton
					variant={input ? 'plain' : 'primary'}
					aria-describedby={problem ? line : undefined}
					field={{ label: 'File to import' }}
					accept={acceptedFiles}
					onFile={take}
				>
					{input ? 'Choose another file' : 'Choose a file'}
				</FileButton>
				<p className="ui-small ui-quiet import-drop-more">
					{input ? 'Or drop one here: ' : 'From a spreadsheet, or '}
					an export from Judge.me, WooCommerce, Trustpilot, Google, Senja, Typeform and many others.{' '}
					{isPasting ? null : <TextButton onClick={() => setPasting(true)}>Paste rows instead</TextButton>}
				</p>
			</DropArea>
			{input || isPasting ? null : <WhatComesIn />}
			{isPasting ? <PasteRows spaceId={spaceId} open={open} /> : null}
			<div id={line}>
				<RefusedInput open={open} />
			</div>
		</div>
	)
}

/** The effects of an import, and a file to begin with. */
function WhatComesIn() {
	return (
		<div className="import-facts">
			<dl>
				<dt>Every row is checked first</dt>
				<dd>You see what each column becomes, what is new and what cannot be read, before anything is written.</dd>
				<dt>Nothing changes silently</dt>
				<dd>HTML, half stars, zones and letters: each change is shown with an example, and has a switch.</dd>
				<dt>Nothing comes in twice</dt>
				<dd>The same words by the same person are left out, also when you bring the file again.</dd>
			</dl>
			<p className="ui-small ui-quiet">
				Nothing at hand?{' '}
				<TextButton
					onClick={() => saveBlob(new Blob(['\ufeff', exampleRows], { type: 'text/csv' }), 'testimonials.csv')}
				>
					Start from an empty table
				</TextButton>
			</p>
		</div>
	)
}

const exampleRows = 'Name,Words,Rating,Date,E-mail,Job title,Company,Website,Link,Language,Tags,Portrait\r\n'

function Reading() {
	return (
		<span className="import-reading">
			<Spinner /> Reading every row…
		</span>
	)
}

/** Rows of a spreadsheet, kept in this browser until they are read. */
function PasteRows({ spaceId, open }: { spaceId: string; open: OpenImport }) {
	const [saved, save] = useSavedDraft<string, string>(`plaudit-import-${spaceId}`, (text) =>
		typeof text === 'string' ? text : null,
	)
	const [rows, setRows] = useState(saved ?? '')
	const change = (text: string) => {
		setRows(text)
		save(text === '' ? null : text)
	}
	return (
		<div className="import-paste">
			<TextAreaField
				label="Rows with their headings"
				help="Copy the cells in your spreadsheet, with the row of headings, and paste them here."
				rows={5}
				dir="auto"
				spellCheck={false}
				value={rows}
				onChange={({ target }) => change(target.value)}
			/>
			<div>
				<Button disabled={rows.trim() === ''} onClick={() => open.open({ rows })}>
					Read these rows
				</Button>
			</div>
		</div>
	)
}
