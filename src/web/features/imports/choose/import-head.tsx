import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ImportAnalysis } from '#shared/import/import-api.ts'
import { analysisAbout, analysisTitle } from '#web/features/imports/import-words.ts'
import { SourceTile } from '#web/features/imports/source-tile.tsx'
import { Button } from '#web/ui/button.tsx'
import { FileButton } from '#web/ui/files/choose-file.tsx'
import { acceptedFiles } from './accepted-files.ts'

/** The head of the screen while a file is open: rows and source, and the way to another file. */
export function ImportHead({
	analysis,
	isChosen,
	questions,
	onFile,
	onClose,
}: {
	analysis: ImportAnalysis
	/** True when a member named the source. */
	isChosen: boolean
	/** Columns that wait for an answer. */
	questions: number
	onFile: (file: File) => void
	onClose: () => void
}) {
	return (
		<TileHead
			name={analysis.source_name}
			title={
				<h1 className="ui-page-title" tabIndex={-1}>
					<bdi>{analysisTitle(analysis)}</bdi>
				</h1>
			}
			text={analysisAbout(analysis, isChosen, questions)}
		>
			<FileButton field={{ label: 'File to import' }} accept={acceptedFiles} onFile={onFile}>
				Another file
			</FileButton>
			<Button variant="quiet" icon aria-label="Put this file away" onClick={onClose}>
				<X size={16} aria-hidden="true" />
			</Button>
		</TileHead>
	)
}

/** A tile, a title and a sentence, with buttons at the end. */
export function TileHead({
	name,
	title,
	text,
	children,
}: {
	name: string
	title: ReactNode
	text: ReactNode
	children: ReactNode
}) {
	return (
		<header className="import-head">
			<SourceTile name={name} />
			<div className="import-grow">
				{title}
				<p className="ui-quiet">{text}</p>
			</div>
			<div className="ui-buttons">{children}</div>
		</header>
	)
}
