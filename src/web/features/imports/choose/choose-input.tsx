import { FileSpreadsheet, TriangleAlert } from 'lucide-react'
import { useId, useState } from 'react'
import { describeFile } from '#web/features/imports/import-words.ts'
import { useSavedDraft } from '#web/lib/drafts/use-saved-draft.ts'
import { saveBlob } from '#web/lib/files/save-blob.ts'
import { Button, TextButton } from '#web/ui/button.tsx'
import { TextAreaField } from '#web/ui/fields/text-field.tsx'
import { DropArea, FileButton } from '#web/ui/files/choose-file.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import type { OpenImport } from './use-import-input.ts'

const accept =
	'.csv,.tsv,.txt,.json,.zip,text/csv,text/tab-separated-values,text/plain,application/json,application/zip'

/** A file, chosen or dropped, or rows that are pasted. */
export function ChooseInput({ spaceId, open }: { spaceId: string; open: OpenImport }) {
	const { input, analysis, isChecking, problem } = open
	const [isPasting, setPasting] = useState(false)
	const line = useId()
	const take = (file: File) => {
		if (/\.(xlsx?|ods|numbers)$/i.test(file.name))
			return open.setProblem(
				'This is a workbook. Save it as CSV in your spreadsheet program, or copy its rows and paste them.',
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
						{analysis ? (
							describeFile(analysis)
						) : input && isChecking ? (
							<Reading />
						) : (
							'CSV, JSON, or the ZIP of a Google Takeout.'
						)}
					</p>
				</div>
				<FileButton
					variant={input ? 'plain' : 'primary'}
					aria-describedby={problem ? line : undefined}
					field={{ label: 'File to import' }}
					accept={accept}
					onFile={take}
				>
					{input ? 'Choose another file' : 'Choose a file'}
				</FileButton>
				<p className="ui-small ui-quiet import-drop-more">
					{input ? 'Or drop one here: ' : 'From a spreadsheet, or '}
					an export from Senja, Testimonial.to, Trustpilot, Google or Plaudit.{' '}
					{isPasting ? null : <TextButton onClick={() => setPasting(true)}>Paste rows instead</TextButton>}
				</p>
			</DropArea>
			{input || isPasting ? null : <WhatComesIn />}
			{isPasting ? <PasteRows spaceId={spaceId} open={open} /> : null}
			<div aria-live="polite">
				{problem ? (
					<p className="ui-error" id={line}>
						<TriangleAlert size={14} aria-hidden="true" />
						<span>{problem}</span>
					</p>
				) : null}
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
				<dt>Nobody’s words are changed</dt>
				<dd>A missing rating stays missing, and each testimonial says that it was imported.</dd>
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
